//! The interface in OpenAPI's words, made from the handlers and their types.

use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Yomikiri",
        description = "A laboratory for board games: games, positions, exact values, rooms. \
            Rooms are played over the WebSocket `/api/v1/rooms/{id}/ws` (docs/server.md)."
    ),
    // They name each other, which the collector does not follow.
    components(schemas(yomikiri_lab::Remark, yomikiri_lab::Word)),
    paths(
        super::games::games,
        super::games::messages,
        super::games::rules,
        super::study::look,
        super::study::compose,
        super::study::probe,
        super::study::layer,
        super::study::refusals,
        super::study::review,
        super::study::explain,
        super::study::book,
        super::problems::problems,
        super::problems::problem,
        super::puzzles::puzzle,
        super::tables::tables,
        super::tables::stats,
        super::tables::find,
        super::solving::look,
        super::solving::start,
        super::solving::stop,
        super::tablebase::standard,
        super::records::read,
        super::records::write,
        super::rooms::list,
        super::rooms::create,
        super::rooms::look,
        super::rooms::sit,
        super::rooms::record,
        super::outside::qr,
    )
)]
struct Description;

/// The description as a file: `openapi.json` beside the manifest, which the server hands out.
pub fn openapi() -> String {
    let description = Description::openapi().to_pretty_json();
    description.expect("a description is plain data") + "\n"
}
