//! Reading requests: wrong ones are answered in the one form that all errors have.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Json, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::messages::ApiError;

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let read = Json::<T>::from_request(request, state).await;
        read.map(|Json(body)| Body(body)).map_err(|rejection| {
            let message = rejection.body_text();
            match (&rejection, rejection.status()) {
                (_, StatusCode::PAYLOAD_TOO_LARGE) => {
                    ApiError::with(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
                }
                (JsonRejection::MissingJsonContentType(_), status) => {
                    ApiError::with(status, "bad_json", message)
                }
                _ => ApiError::bad("bad_json", message),
            }
        })
    }
}

/// The part of an address after the question mark.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(asked)| Asked(asked))
            .map_err(|rejection: QueryRejection| ApiError::bad("bad_query", rejection.body_text()))
    }
}
