//! The rules against a slow twin, figures of the document, published numbers.

mod benson;
mod laws;
mod reading;
mod rules;
mod sees;
mod slow;
mod text;
mod thinks;
