/* Who answers: the graph inside the file where there is one, else the server. */
import type { Api } from "./client";
import { remote } from "./remote";

export const api: Api = remote;
