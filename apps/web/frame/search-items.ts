/** Names that begin with the words first, then those that contain all of them. */
export function searchItems<T extends { label: string; place: string }>(items: readonly T[], q: string): T[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  const ranked = items.flatMap((item) => {
    const label = item.label.toLowerCase();
    const text = `${label} ${item.place.toLowerCase()}`;
    if (!words.every((word) => text.includes(word))) return [];
    return [{ item, rank: label.startsWith(words[0] ?? '') ? 0 : label.includes(words[0] ?? '') ? 1 : 2 }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
