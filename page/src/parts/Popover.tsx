/* A button with something below it; Escape and a click elsewhere close it. */
import { type ReactNode, useEffect, useRef, useState } from "react";

export function Popover({ label, title, children, right = false }: { label: ReactNode; title: string; children: (close: () => void) => ReactNode; right?: boolean }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onDown = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", onDown);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", onDown);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [open]);
  return (
    <div className="popover" ref={box}>
      <button type="button" ref={button} className="tool" aria-expanded={open} aria-haspopup="true" title={title} onClick={() => setOpen(!open)}>{label}</button>
      {open ? <div className={`sheet${right ? " right" : ""}`} role="dialog" aria-label={title}>{children(() => setOpen(false))}</div> : null}
    </div>
  );
}
