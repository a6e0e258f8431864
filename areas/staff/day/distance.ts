export interface Point {
  readonly lat: number;
  readonly lng: number;
}

const RADIUS_M = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two points, along the great circle. */
export function metresBetween(a: Point, b: Point): number {
  const [lat, lng] = [radians(b.lat - a.lat) / 2, radians(b.lng - a.lng) / 2];
  const h = Math.sin(lat) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(lng) ** 2;
  return Math.round(2 * RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h))));
}

/** '80 m', '1.4 km' */
export const formatMetres = (metres: number): string =>
  metres < 1000 ? `${metres} m` : `${(metres / 1000).toFixed(1)} km`;
