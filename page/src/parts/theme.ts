/* Light or dark: as the system says, until somebody says otherwise here. */
import { useEffect, useState } from "react";

export type Theme = "auto" | "light" | "dark";
const KEY = "headwater-theme";

function stored(): Theme {
  try {
    const said = localStorage.getItem(KEY);
    return said === "light" || said === "dark" ? said : "auto";
  } catch {
    return "auto";
  }
}

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(stored);
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    try {
      if (theme === "auto") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      return; // a file has no storage in some browsers
    }
  }, [theme]);
  const dark = (): boolean => matchMedia("(prefers-color-scheme: dark)").matches;
  const turn = (): void => setTheme((now) => (now === "auto" ? (dark() ? "light" : "dark") : now === "dark" ? "light" : "dark"));
  return [theme, turn];
}
