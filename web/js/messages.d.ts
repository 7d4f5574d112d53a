// The messages of the server, whose types are made from Rust, and the names the page has for some.

export type * from "../types/api.d.ts";
import type * as api from "../types/api.d.ts";

export type Overlay = api.OverlayView;
export type Explanation = api.ExplanationView;
export type BookReport = api.ShowReport;
export type Review = api.ReviewAnswer;
export type ReviewPly = api.ReviewedPly;
export type NewRoom = api.CreateRoom;
