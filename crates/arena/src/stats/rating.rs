//! Ratings of many players from all their games at once.
//!
//! The Bradley-Terry model with ties after Davidson (Biometrika 57, 1970) and a first-move
//! advantage: with `d` the difference of two ratings plus the advantage, in units of 400/ln 10 Elo,
//! wins, losses and draws have the weights `exp(d/2)`, `exp(-d/2)` and `ν`. The expected score is
//! logistic for ν = 0 and close to it otherwise. The likelihood is concave in ratings, advantage
//! and ln ν, so Newton's method finds its maximum; the errors come from the curvature there.

use serde::Serialize;

use super::estimate::{Z95, normal_cdf};

/// Why players cannot be rated.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RatingError {
    /// There are no games between two different players.
    #[error("expected games between at least two players, got none")]
    NoGames,
}

/// One player's rating.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rated {
    /// Elo; the mean of all players is zero.
    pub elo: f64,
    /// Half of the 95 % interval of the difference to the mean; `None` if unbounded (every game won
    /// or lost, or no link to the others).
    pub error: Option<f64>,
    /// Games played.
    pub games: u64,
    /// Points scored.
    pub points: f64,
}

/// The ratings of all players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// Ratings in the order of the players.
    pub players: Vec<Rated>,
    /// The advantage of moving first, in Elo.
    pub advantage: f64,
    /// Half of its 95 % interval.
    pub advantage_error: f64,
    /// The share of draws that the model expects between equals.
    pub draw_rate: f64,
    /// How sure it is that the player of the row is stronger than that of the column.
    pub los: Vec<Vec<f64>>,
    /// Whether every player is linked to every other by wins and losses or draws. If not, a weak
    /// prior keeps the ratings together and some differences are unbounded.
    pub connected: bool,
}

/// Elo points in one unit of the model.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// The prior: a normal distribution of this width around the mean, too weak to matter once there
/// are games both ways.
const PRIOR_WIDTH: f64 = 2000.0 / UNIT;

/// Rates players from games `(first, second, result)`, where a result of 2 is a win of the first,
/// 1 a draw and 0 a loss, and players are numbers below `players`.
pub fn rate(players: usize, games: &[(usize, usize, u8)]) -> Result<Ratings, RatingError> {
    let games: Vec<_> = games.iter().copied().filter(|(a, b, _)| a != b).collect();
    if players < 2 || games.is_empty() {
        return Err(RatingError::NoGames);
    }
    // Equal games are counted together: a thousand games of one pair are three sums.
    let mut tally = std::collections::BTreeMap::new();
    for &(first, second, result) in &games {
        *tally.entry((first, second, result.min(2))).or_insert(0u64) += 1;
    }
    let size = players + 2;
    let (advantage, tie) = (players, players + 1);
    let mut at = vec![0.0; size];
    at[tie] = -1.0;
    let mut curvature = vec![vec![0.0; size]; size];
    for _ in 0..200 {
        let (gradient, hessian) = slope(&at, &tally, players);
        let step = solve(hessian.clone(), gradient);
        curvature = hessian;
        // Long steps overshoot: keep them within one unit.
        let longest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (value, step) in at.iter_mut().zip(&step) {
            *value += scale * step;
        }
        if longest < 1e-10 {
            break;
        }
    }
    let mean = at[..players].iter().sum::<f64>() / players as f64;
    let covariance = inverse(curvature);
    let connected = linked(players, &games);
    let deviation = |weights: &[(usize, f64)]| -> f64 {
        let mut sum = 0.0;
        for &(i, a) in weights {
            for &(j, b) in weights {
                sum += a * b * covariance[i][j];
            }
        }
        sum.max(0.0).sqrt()
    };
    let share = 1.0 / players as f64;
    let rated = (0..players).map(|player| {
        let own = games
            .iter()
            .filter(|(a, b, _)| *a == player || *b == player);
        let points = |&(first, _, result): &(usize, usize, u8)| match first == player {
            true => f64::from(result) / 2.0,
            false => 1.0 - f64::from(result) / 2.0,
        };
        let (count, points) = own.fold((0, 0.0), |(n, sum), game| (n + 1, sum + points(game)));
        let weights: Vec<(usize, f64)> = (0..players)
            .map(|i| (i, if i == player { 1.0 - share } else { -share }))
            .collect();
        Rated {
            elo: (at[player] - mean) * UNIT,
            error: connected.then(|| Z95 * UNIT * deviation(&weights)),
            games: count,
            points,
        }
    });
    let rated: Vec<Rated> = rated.collect();
    let los = (0..players).map(|row| {
        let against = |column: usize| match row == column {
            true => 0.5,
            false => {
                let spread = deviation(&[(row, 1.0), (column, -1.0)]);
                normal_cdf((at[row] - at[column]) / spread.max(1e-12))
            }
        };
        (0..players).map(against).collect()
    });
    let los = los.collect();
    let tie_weight = at[tie].exp();
    Ok(Ratings {
        players: rated,
        advantage: at[advantage] * UNIT,
        advantage_error: Z95 * UNIT * deviation(&[(advantage, 1.0)]),
        draw_rate: tie_weight / (2.0 + tie_weight),
        los,
        connected,
    })
}

type Tally = std::collections::BTreeMap<(usize, usize, u8), u64>;

/// The gradient of the log-likelihood with its prior, and minus its second derivatives.
fn slope(at: &[f64], tally: &Tally, players: usize) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = at.len();
    let (advantage, tie) = (players, players + 1);
    let mut gradient = vec![0.0; size];
    let mut hessian = vec![vec![0.0; size]; size];
    for (&(first, second, result), &count) in tally {
        let n = count as f64;
        let d = at[first] - at[second] + at[advantage];
        // Of exp(d/2), exp(-d/2), exp(tie), the largest taken out.
        let top = (d.abs() / 2.0).max(at[tie]);
        let (win, loss, draw) = (
            (d / 2.0 - top).exp(),
            (-d / 2.0 - top).exp(),
            (at[tie] - top).exp(),
        );
        let sum = win + loss + draw;
        let (win, loss, draw) = (win / sum, loss / sum, draw / sum);
        let (seen_d, seen_t) = match result {
            2 => (0.5, 0.0),
            0 => (-0.5, 0.0),
            _ => (0.0, 1.0),
        };
        let mean_d = 0.5 * (win - loss);
        let (grad_d, grad_t) = (seen_d - mean_d, seen_t - draw);
        let curve_dd = 0.25 * (win + loss) - mean_d * mean_d;
        let curve_tt = draw * (1.0 - draw);
        let curve_dt = -mean_d * draw;
        let parts = [(first, 1.0), (second, -1.0), (advantage, 1.0)];
        for (i, a) in parts {
            gradient[i] += n * a * grad_d;
            for (j, b) in parts {
                hessian[i][j] += n * a * b * curve_dd;
            }
            hessian[i][tie] += n * a * curve_dt;
            hessian[tie][i] += n * a * curve_dt;
        }
        gradient[tie] += n * grad_t;
        hessian[tie][tie] += n * curve_tt;
    }
    let pull = 1.0 / (PRIOR_WIDTH * PRIOR_WIDTH);
    for i in 0..size {
        let towards = if i == tie { -1.0 } else { 0.0 };
        gradient[i] -= pull * (at[i] - towards);
        hessian[i][i] += pull;
    }
    (gradient, hessian)
}

/// Solves `matrix · x = right` for a positive definite matrix, by elimination with pivoting.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let base = matrix[column].clone();
        for row in column + 1..n {
            let factor = matrix[row][column] / base[column];
            for (cell, above) in matrix[row].iter_mut().zip(&base).skip(column) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|i| matrix[row][i] * right[i]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

fn inverse(matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let column = |i: usize| {
        let mut unit = vec![0.0; n];
        unit[i] = 1.0;
        solve(matrix.clone(), unit)
    };
    (0..n).map(column).collect()
}

/// Whether from every player a chain of "did not always lose to" leads to every other (Ford 1957:
/// exactly then the ratings without a prior exist).
fn linked(players: usize, games: &[(usize, usize, u8)]) -> bool {
    let mut beats = vec![vec![]; players];
    let mut beaten = vec![vec![]; players];
    for &(first, second, result) in games {
        if result > 0 {
            beats[first].push(second);
            beaten[second].push(first);
        }
        if result < 2 {
            beats[second].push(first);
            beaten[first].push(second);
        }
    }
    let reaches_all = |links: &[Vec<usize>]| {
        let mut seen = vec![false; players];
        let mut open = vec![0];
        seen[0] = true;
        while let Some(player) = open.pop() {
            for &next in &links[player] {
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    reaches_all(&beats) && reaches_all(&beaten)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(
        first: usize,
        second: usize,
        wins: usize,
        draws: usize,
        losses: usize,
    ) -> Vec<(usize, usize, u8)> {
        let of = |result: u8, n: usize| std::iter::repeat_n((first, second, result), n);
        of(2, wins)
            .chain(of(1, draws))
            .chain(of(0, losses))
            .collect()
    }

    #[test]
    fn two_players_without_draws_get_the_logistic_difference() {
        // 75 % is 190.85 Elo; both sides are equal, so there is no advantage.
        let mut all = games(0, 1, 75, 0, 25);
        all.extend(games(1, 0, 25, 0, 75));
        let rated = rate(2, &all).unwrap();
        let difference = rated.players[0].elo - rated.players[1].elo;
        assert!((difference - 190.85).abs() < 0.5, "{difference}");
        assert!(rated.advantage.abs() < 0.1);
        assert!(rated.los[0][1] > 0.999 && rated.los[1][0] < 0.001);
        assert!(rated.connected);
    }

    #[test]
    fn the_advantage_of_moving_first_is_told_apart_from_strength() {
        let mut all = games(0, 1, 60, 10, 30);
        all.extend(games(1, 0, 60, 10, 30));
        let rated = rate(2, &all).unwrap();
        assert!((rated.players[0].elo - rated.players[1].elo).abs() < 0.01);
        assert!(rated.advantage > 50.0);
    }

    #[test]
    fn strength_passes_along_a_chain() {
        let mut all = games(0, 1, 30, 20, 10);
        all.extend(games(1, 2, 30, 20, 10));
        all.extend(games(1, 0, 10, 20, 30));
        all.extend(games(2, 1, 10, 20, 30));
        let rated = rate(3, &all).unwrap();
        let elos: Vec<f64> = rated.players.iter().map(|player| player.elo).collect();
        assert!(
            (elos[0] + elos[2]).abs() < 0.5 && elos[1].abs() < 0.5,
            "{elos:?}"
        );
        assert!(rated.los[0][2] > rated.los[0][1]);
        // Four steps apart in points at one place: the top of the likelihood is flat there.
        assert!(rated.players[1].error.unwrap() < rated.players[0].error.unwrap());
    }

    #[test]
    fn all_won_has_no_bound_but_is_finite() {
        let rated = rate(2, &games(0, 1, 10, 0, 0)).unwrap();
        assert!(!rated.connected);
        assert!(rated.players[0].elo.is_finite() && rated.players[0].elo > 100.0);
        assert_eq!(rated.players[0].error, None);
        assert!(rate(2, &[]).is_err());
        assert!(rate(1, &[(0, 0, 2)]).is_err());
    }
}
