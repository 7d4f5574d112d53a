//! The rules against a slow twin, figures of the document, published numbers.

mod benson;
mod laws;
mod problems;
mod reading;
mod reasons;
mod rules;
mod sees;
mod slow;
mod text;
mod thinks;

/// How many boards to look at: few, or with `YOMIKIRI_SLOW_TESTS=1` many.
fn few_or_many(few: usize, many: usize) -> usize {
    match std::env::var_os("YOMIKIRI_SLOW_TESTS") {
        Some(_) => many,
        None => few,
    }
}
