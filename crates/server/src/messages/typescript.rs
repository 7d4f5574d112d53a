//! The types for the page.

use ts_rs::{Config, TS};
use yomikiri_lab as lab;

use super::*;

/// All messages as one TypeScript declaration file.
pub fn typescript() -> String {
    // Numbers in JSON are doubles; none of ours passes 2^53.
    let config = Config::new().with_large_int("number");
    let mut text = String::from(
        "// Made from crates/server/src/messages by `cargo run -p yomikiri-server --example types`.\n\
         // Do not edit: a test compares this file with the Rust types.\n\n",
    );
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {
            $(
                text.push_str("export ");
                text.push_str(&<$name>::decl(&config));
                text.push('\n');
            )*
        };
    }
    declare!(
        Side,
        BySide<ts_rs::Dummy>,
        ErrorBody,
        ErrorDocument,
        lab::OptionInfo,
        lab::PlayerInfo,
        lab::Abilities,
        lab::StartInfo,
        lab::GameInfo,
        lab::Level,
        lab::Singular,
        lab::MoveView,
        lab::OutcomeView,
        lab::Remark,
        lab::Word,
        lab::Piece,
        lab::HandEntry,
        lab::NamedPieceView,
        lab::Diagram,
        lab::View,
        lab::ScoreView,
        lab::LineView,
        lab::Report,
        lab::Term,
        lab::Tone,
        lab::Shape,
        lab::Mark,
        lab::Arrow,
        lab::Label,
        lab::Heat,
        lab::Bar,
        lab::ReadStep,
        lab::ReadOut,
        lab::About,
        lab::Overlay,
        lab::Refusal,
        lab::RuleDiagram,
        lab::RuleSection,
        lab::Answer,
        lab::Metrics,
        lab::ProbedMove,
        lab::ProbeReport,
        lab::TableInfo,
        lab::StatsRow,
        lab::CheckDifference,
        lab::CheckDifferences,
        lab::TableStats,
        lab::FoundPosition,
        lab::FindReport,
        PlaceRequest,
        LookRequest,
        LayerRequest,
        BookRequest,
        ProblemRequest,
        RefusalsRequest,
        lab::EditedBoard,
        ComposeRequest,
        Seat,
        Clock,
        CreateRoom,
        SitRequest,
        ReadRecords,
        WriteRecord,
        LessonEntry,
        GameEntry,
        LayerEntry,
        RightEntry,
        GamesAnswer,
        MessagesAnswer,
        LookAnswer,
        ComposeAnswer,
        LayerAnswer,
        lab::OpeningName,
        lab::BookMove,
        lab::ShowReport,
        BookAnswer,
        lab::Explanation,
        ExplainAnswer,
        lab::Problem,
        ProblemCollection,
        ProblemsAnswer,
        ProblemAnswer,
        RefusalsAnswer,
        RulesAnswer,
        MoveClass,
        ReviewedPly,
        ReviewAnswer,
        Puzzle,
        PuzzleAnswer,
        TablesAnswer,
        lab::Estimate,
        SolveRequest,
        SolveState,
        SolveJob,
        SolveAnswer,
        Ending,
        EndingMove,
        TablebaseAnswer,
        RecordsAnswer,
        TextAnswer,
        RoomCreated,
        Seated,
        SeatKind,
        SeatView,
        OfferKind,
        OfferView,
        AbsentView,
        ClockView,
        PackedHand,
        PackedBoard,
        lab::PartView,
        CountingView,
        PlayedMove,
        RoomState,
        RoomView,
        EventView,
        RoomGlance,
        RoomsAnswer,
        You,
        Claim,
        ClientMessage,
        StudyMessage,
        ServerMessage,
    );
    // The generator cannot tell of parts that are flattened only where they are there.
    text.push_str("/** What a probe answers, with what only some games measure. */\n");
    text.push_str(
        "export type Probe = Omit<ProbeReport, \"moves\"> & Partial<Metrics> & { moves: (ProbedMove & Partial<Metrics>)[] };\n",
    );
    text.push_str("/** What is really sent: any message may carry a `ref`. */\n");
    text.push_str("export type ClientFrame = (ClientMessage | StudyMessage) & { ref?: string };\n");
    text
}
