// Answers of the generic screens' calls, for the gallery alone; nothing here is shipped or tested against.
const kinds = ['BUS', 'VAN', 'CAR'];
const states = ['ACTIVE', 'PAUSED', 'ENDED'];

const rowOf = (i: number) => ({
  id: `0193f0c2-0000-7000-8000-${String(i).padStart(12, '0')}`,
  version: 1,
  can: { update: i % 5 !== 0, remove: i % 3 === 0 },
  regNo: `MH 0${(i % 9) + 1} ${String.fromCharCode(65 + (i % 26))}X ${1000 + i}`,
  kind: kinds[i % 3],
  status: states[i % 3],
  routeId: '0193f0c2-0000-7000-8000-000000000001',
  routeLabel:
    i === 1 ? 'Andheri West to Lokhandwala Complex via Seven Bungalows and Versova' : `Route ${i % 12}`,
  seats: 12 + (i % 30),
  insuredTo: `2027-0${(i % 9) + 1}-15`,
  premium: i === 1 ? 9_99_99_999_99 : 1_250_000 + i * 1111,
  share: 5000,
  driverPhone: `+9198200${String(10000 + i)}`,
  startsAt: '07:30',
  gps: i % 2 === 0,
  paper: null,
  note: i % 4 === 0 ? 'Seat belts renewed in June.' : null,
});

/** The body for a path, or null. `rows` is how many the list holds. */
export function answer(url: URL, rows: number): unknown {
  const at = url.pathname;
  if (at.endsWith('/options'))
    return {
      rows: Array.from({ length: 12 }, (_, i) => ({
        id: `0193f0c2-0000-7000-8000-${String(i).padStart(12, '0')}`,
        label: `Route ${i}`,
      })),
    };
  if (at.endsWith('/get')) return rowOf(1);
  if (at.endsWith('/list')) {
    const limit = Number(url.searchParams.get('limit') ?? 50);
    const from = Number(url.searchParams.get('after') ?? 0);
    const count = Math.min(limit, rows - from);
    return {
      rows: Array.from({ length: Math.max(0, count) }, (_, i) => rowOf(from + i + 1)),
      next: from + limit < rows ? String(from + limit) : null,
      total: { n: Math.min(rows, 10000), more: rows > 10000 },
    };
  }
  return null;
}
