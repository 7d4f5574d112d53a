//! The rules against external numbers and a slow, obvious twin.

mod eval;
mod knowledge;
mod methods;
mod perft;
mod repetition;
mod slow;
mod styles;
mod terms;
mod text;
