/* Who answers: the graph inside the file where there is one, else the server. */
import type { Api } from "./client";
import { local } from "./local";
import { remote } from "./remote";
import type { Bundle } from "./types";

function inside(): Bundle | null {
  const text = document.getElementById("headwater-graph")?.textContent;
  return text ? (JSON.parse(text) as Bundle) : null;
}

const bundle = inside();
export const api: Api = bundle ? local(bundle) : remote;
/** The column that a standalone file is about; empty where it is about everything. */
export const start = bundle?.start ?? "";
/** What a standalone file leaves out. */
export const missing = bundle?.hidden ?? { edges: 0, datasets: 0 };
