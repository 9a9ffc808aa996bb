/* Files that the page makes itself. */
export function save(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Rows as CSV. What a spreadsheet would take for a formula is marked as text. */
export function csv(rows: (string | number)[][]): string {
  const cell = (value: string | number): string => {
    const text = typeof value === "number" ? String(value) : /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${rows.map((row) => row.map(cell).join(",")).join("\n")}\n`;
}

export const filename = (name: string): string => name.replace(/[^\w.-]+/g, "_").slice(0, 80) || "lineage";
