import "@xyflow/react/dist/base.css";
import "./style/tokens.css";
import "./style/page.css";
import "./style/graph.css";
import "./style/panel.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { start } from "./api";
import { App } from "./App";
import { href, START } from "./route";

if (start && !location.hash) history.replaceState(null, "", href({ ...START, view: "column", name: start }));
const root = document.getElementById("root");
if (root) createRoot(root).render(<StrictMode><App /></StrictMode>);
