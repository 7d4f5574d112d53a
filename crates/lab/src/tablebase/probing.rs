//! Probing: a position, its moves, and the line of best play, as plain data.

use yomikiri_game_api::{Line, Notation, Picture, Tiers};
use yomikiri_solver::tablebase::{self, MoveReport, PositionReport};

use super::reports::{MetricFields, Metrics, ProbeReport, ProbedMove, Probing, SuccessorsReport};
use super::typed::TypedTablebase;
use crate::session::Session;
use crate::{LabError, Place};

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    /// The value of a position and of each of its moves.
    pub(super) fn probe_moves(&self, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        let session = Session::open(&self.definition, place)?;
        let at = session.line().last();
        let (here, moves) = self.probed(&self.base.prober(), at, true)?;
        Ok(ProbeReport {
            line: None,
            position: self.base.game().write_position(at),
            answer: here.probed.into(),
            unit: self.base.tiers().unit(),
            source: here.source,
            metrics: here.metrics.map(|of| self.metrics(of)),
            moves: moves
                .into_iter()
                .map(|(text, of)| ProbedMove {
                    text,
                    answer: of.probed.into(),
                    metrics: of.metrics.map(|of| self.metrics(of)),
                })
                .collect(),
        })
    }

    /// The same with the shortest line.
    pub(super) fn probe_with_line(&self, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        let report = self.probe_moves(place)?;
        let session = Session::open(&self.definition, place)?;
        let (base, at) = (&*self.base, session.line().last());
        let line = base
            .prober()
            .line(at, |at, mv| base.game().write_move(at, mv));
        Ok(ProbeReport {
            line: Some(self.written(at, line)),
            ..report
        })
    }

    /// The value of a position and of each position after one move.
    pub(super) fn probe_each(&self, place: &Place<'_>) -> Result<SuccessorsReport, LabError> {
        let session = Session::open(&self.definition, place)?;
        let (game, at) = (self.base.game(), session.line().last());
        let prober = self.base.prober();
        let (here, moves) = self.probed(&prober, at, false)?;
        let told = |at: &G::Position, of: PositionReport| Probing {
            position: game.write_position(at),
            answer: of.probed.into(),
            metrics: of.metrics.map(|of| self.metrics(of)),
            source: of.source,
            ended: Line::from_position(game, at.clone())
                .outcome(game)
                .map(|outcome| outcome.reason),
        };
        let each = moves.into_iter().map(|(_, of)| {
            let after = prober.position(&of.after, false);
            let after = after.map_err(|failed| self.unprobed(failed))?;
            Ok((self.definition.move_view(at, of.mv), told(&of.after, after)))
        });
        Ok(SuccessorsReport {
            moves: each.collect::<Result<_, LabError>>()?,
            here: told(at, here),
        })
    }

    /// A position with its moves, best first.
    #[expect(
        clippy::type_complexity,
        reason = "a report and the moves with their texts"
    )]
    fn probed(
        &self,
        prober: &tablebase::Prober<'_, G, T>,
        at: &G::Position,
        promotion: bool,
    ) -> Result<(PositionReport, Vec<(String, MoveReport<G>)>), LabError> {
        let unprobed = |failed| self.unprobed(failed);
        let here = prober.position(at, promotion).map_err(unprobed)?;
        let moves = prober.moves(at, here.source).map_err(unprobed)?;
        let written = |report: MoveReport<G>| (self.base.game().write_move(at, report.mv), report);
        let mut moves: Vec<_> = moves.into_iter().map(written).collect();
        moves.sort_by(|(text, one), (other_text, other)| {
            (one.order, text).cmp(&(other.order, other_text))
        });
        Ok((here, moves))
    }

    fn metrics(&self, of: tablebase::Metrics) -> Metrics {
        let fields = match self.base.knows_check_rule() {
            true => MetricFields::Captures,
            false => MetricFields::Zeroing,
        };
        Metrics::new(of, fields)
    }
}
