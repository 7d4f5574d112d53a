//! The rules against a slow twin, figures of the document, published numbers.

mod laws;
mod rules;
mod slow;
mod text;
