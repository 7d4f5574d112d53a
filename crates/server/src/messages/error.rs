//! Errors as the world sees them: a stable code, a sentence, and sometimes details.

use std::borrow::Cow;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use yomikiri_lab::{LabError, Remedy};

/// What is wrong.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ErrorBody {
    /// A stable word for programs (`bad_move`).
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub code: Cow<'static, str>,
    /// An English sentence for people.
    pub message: String,
    /// More, where there is more to be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional, type = "unknown"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub detail: Option<Value>,
}

/// The document that answers a request that failed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ErrorDocument {
    /// The version of the documents' form.
    pub schema: u32,
    /// What is wrong.
    pub error: ErrorBody,
}

/// An error with the HTTP status it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct ApiError {
    /// The HTTP status.
    pub status: StatusCode,
    /// The message.
    pub body: ErrorBody,
}

impl ApiError {
    /// A request that is wrong in itself.
    pub fn bad(code: &'static str, message: impl Into<String>) -> Self {
        ApiError::with(StatusCode::BAD_REQUEST, code, message)
    }

    /// An error with any status.
    pub fn with(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        ApiError {
            status,
            body: ErrorBody {
                code: code.into(),
                message: message.into(),
                detail: None,
            },
        }
    }

    /// Something that is not possible as things stand.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        ApiError::with(StatusCode::CONFLICT, code, message)
    }

    /// A limit has been reached.
    pub fn limited(code: &'static str, message: impl Into<String>) -> Self {
        ApiError::with(StatusCode::TOO_MANY_REQUESTS, code, message)
    }

    /// There is no such room.
    pub fn unknown_room() -> Self {
        let message = "there is no such room; it may have been removed after a long time unused";
        ApiError::with(StatusCode::NOT_FOUND, "unknown_room", message)
    }

    /// The fault is here and not with the one who asked. What happened is in the log.
    pub fn internal() -> Self {
        let message = "internal error; see the server log";
        ApiError::with(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// Nothing can be stored now, and so nothing was done.
    pub fn store_unavailable() -> Self {
        let message = "the server cannot save anything at the moment, so this was not done; \
                       try again in a few seconds";
        ApiError::with(
            StatusCode::SERVICE_UNAVAILABLE,
            "store_unavailable",
            message,
        )
    }

    /// The same error with details.
    #[must_use]
    pub fn detail(mut self, detail: Value) -> Self {
        self.body.detail = Some(detail);
        self
    }
}

impl From<LabError> for ApiError {
    fn from(error: LabError) -> Self {
        let message = error.to_string();
        match error {
            LabError::UnknownGame { .. } => {
                ApiError::with(StatusCode::NOT_FOUND, "unknown_game", message)
            }
            LabError::Option { .. } | LabError::RuleFile(_) => ApiError::bad("bad_game", message),
            LabError::Position(_) => ApiError::bad("bad_position", message),
            LabError::Move { ply, .. } => {
                ApiError::bad("bad_move", message).detail(json!({ "ply": ply }))
            }
            LabError::TurnOver { .. } => ApiError::bad("bad_move", message),
            LabError::AfterEnd { .. } | LabError::Over(_) => {
                ApiError::conflict("game_over", message)
            }
            LabError::UnknownPlayer { .. } | LabError::Player { .. } => {
                ApiError::bad("bad_player", message)
            }
            LabError::Input(_) | LabError::Usage(_) => ApiError::bad("bad_input", message),
            // Where the server keeps its files is nobody's business.
            LabError::NoTable { remedy, .. } => {
                let message = format!("there is no table for this; {remedy}");
                let detail = match remedy {
                    Remedy::Solve(arguments) => {
                        json!({ "solve": format!("yomikiri solve {arguments}") })
                    }
                    Remedy::TooLarge {
                        positions,
                        gigabytes,
                    } => json!({ "too_large": { "positions": positions, "gigabytes": gigabytes } }),
                };
                ApiError::with(StatusCode::NOT_FOUND, "no_table", message).detail(detail)
            }
            // An answer, not a fault.
            LabError::NotCovered { .. } => {
                ApiError::with(StatusCode::NOT_FOUND, "no_table", message)
            }
            LabError::Table(_)
            | LabError::Book(_)
            | LabError::Cluster(_)
            | LabError::Engine(_)
            | LabError::Interrupted(_) => {
                tracing::error!(%message, "the laboratory failed");
                ApiError::internal()
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let document = ErrorDocument {
            schema: 1,
            error: self.body,
        };
        (self.status, Json(document)).into_response()
    }
}
