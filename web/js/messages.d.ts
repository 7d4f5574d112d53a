// The messages of the server, whose types are made from Rust, and the names the page has for some.

export * from "../types/api.d.ts";
import type * as api from "../types/api.d.ts";

export type Probe = api.ProbeReport;
export type NewRoom = api.CreateRoom;
