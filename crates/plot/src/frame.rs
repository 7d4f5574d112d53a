//! A frame with axes.

use std::fmt::Write;

use crate::{Legend, alone, escape};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 40.0;

/// A frame with axes; data is drawn in its coordinates.
#[derive(Clone, Debug)]
pub struct Plot {
    x: (f64, f64),
    y: (f64, f64),
    body: String,
    title: String,
}

impl Plot {
    /// A frame over ranges, which must not be empty. Screen readers read the title.
    pub fn new(title: &str, x: (f64, f64), y: (f64, f64)) -> Self {
        let widen = |(low, high): (f64, f64)| match high > low {
            true => (low, high),
            false => (low, low + 1.0),
        };
        Plot {
            x: widen(x),
            y: widen(y),
            body: String::new(),
            title: title.to_owned(),
        }
    }

    fn at_x(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    fn at_y(&self, y: f64) -> f64 {
        let share = ((y - self.y.0) / (self.y.1 - self.y.0)).clamp(0.0, 1.0);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }

    /// Grid lines and numbers; `write` formats a number on the y axis.
    pub fn axes(&mut self, x_name: &str, y_name: &str, write: impl Fn(f64) -> String) {
        for y in ticks(self.y, 6) {
            let at = self.at_y(y);
            let _ = write!(
                self.body,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                at + 4.0,
                escape(&write(y)),
            );
        }
        for x in ticks(self.x, 9) {
            let at = self.at_x(x);
            let _ = write!(
                self.body,
                "<text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x}</text>",
                HEIGHT - BOTTOM + 16.0,
            );
        }
        let base = HEIGHT - BOTTOM;
        let _ = write!(
            self.body,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{base:.1}\" y2=\"{base:.1}\"/>\
             <text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text class=\"name\" x=\"14\" y=\"{:.1}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 14 {:.1})\">{}</text>",
            WIDTH - RIGHT,
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 6.0,
            escape(x_name),
            (TOP + base) / 2.0,
            (TOP + base) / 2.0,
            escape(y_name),
        );
    }

    /// A horizontal line across the plot.
    pub fn level(&mut self, class: &str, y: f64) {
        let at = self.at_y(y);
        let _ = write!(
            self.body,
            "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
            WIDTH - RIGHT
        );
    }

    /// A line through points.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let path = self.path(points.iter().copied());
        let _ = write!(self.body, "<polyline class=\"{class}\" points=\"{path}\"/>");
    }

    /// The area between two lines.
    pub fn band(&mut self, class: &str, low: &[(f64, f64)], high: &[(f64, f64)]) {
        let path = self.path(low.iter().copied().chain(high.iter().rev().copied()));
        let _ = write!(self.body, "<polygon class=\"{class}\" points=\"{path}\"/>");
    }

    /// A bar from `x.0` to `x.1`, from `y.0` up to `y.1`.
    pub fn bar(&mut self, class: &str, x: (f64, f64), y: (f64, f64), hint: &str) {
        let (left, right) = (self.at_x(x.0), self.at_x(x.1));
        let (low, high) = (self.at_y(y.0), self.at_y(y.1));
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{:.1}\" width=\"{:.1}\" y=\"{high:.1}\" height=\"{:.1}\">\
             <title>{}</title></rect>",
            left + 0.5,
            (right - left - 1.0).max(0.5),
            (low - high).max(0.0),
            escape(hint),
        );
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (x, y) in points {
            let _ = write!(path, "{:.1},{:.1} ", self.at_x(x), self.at_y(y));
        }
        path
    }

    /// The finished plot.
    pub fn finish(self) -> String {
        let title = escape(&self.title);
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\
             <title>{title}</title>{}</svg>",
            self.body
        )
    }

    /// The finished plot as a separate file, with title and legend.
    pub fn finish_alone(self, legend: &Legend<'_>) -> String {
        alone(&self.title, legend, (WIDTH, HEIGHT), &self.body)
    }
}

/// Round numbers within a range, at most about `most` of them.
fn ticks((low, high): (f64, f64), most: usize) -> Vec<f64> {
    let step = round_step((high - low) / most as f64);
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    // Through text, so that 0.30000000000000004 does not appear on the axis.
    let neat = |i: i64| format!("{:.6}", i as f64 * step).parse().unwrap_or(0.0);
    (first..=last).map(neat).collect()
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `step`.
pub fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.max(1e-9).log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let fits = factors
        .iter()
        .find(|&&factor| factor * power >= step * (1.0 - 1e-9));
    fits.unwrap_or(&10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks((0.0, 1.0), 5), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(
            ticks((0.0, 1000.0), 9),
            [0.0, 200.0, 400.0, 600.0, 800.0, 1000.0]
        );
        assert_eq!(ticks((3.0, 8.0), 9), [3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    }
}
