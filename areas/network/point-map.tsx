import type { Tone } from '@aangan/web/theme.ts';
import { Link } from 'react-router';
import { type Box, placeLabels, roundKm } from './map-labels.ts';
import classes from './network.module.css';

export interface MapPoint {
  key: string;
  lat: number;
  lng: number;
  label: string;
  tone: Tone | 'brand';
  /** Radius in the picture; 6 when not given. */
  size?: number;
  to?: string;
  /** Written beside the point, as far as there is room. */
  name?: string;
}

export interface MapLegend {
  tone: Tone | 'brand';
  label: string;
}

const WIDTH = 720;
const PAD = 48;
const KM_PER_DEGREE = 111.32;

// The outline of the mainland by hand, about one degree fine: enough to see where one is. Longitude, latitude.
const INDIA: readonly (readonly [number, number])[] = [
  [74.0, 37.0],
  [77.8, 35.5],
  [79.2, 34.3],
  [78.7, 32.6],
  [79.0, 31.2],
  [81.0, 30.2],
  [80.1, 28.8],
  [83.3, 27.4],
  [85.2, 26.7],
  [88.1, 26.4],
  [88.1, 27.9],
  [88.9, 27.3],
  [89.8, 26.7],
  [92.1, 26.9],
  [92.0, 27.8],
  [95.4, 29.0],
  [97.3, 28.2],
  [97.0, 27.1],
  [95.2, 26.6],
  [94.2, 24.3],
  [93.4, 24.0],
  [92.7, 22.0],
  [92.3, 23.7],
  [91.2, 23.6],
  [92.2, 25.1],
  [89.8, 25.3],
  [89.0, 26.2],
  [88.2, 25.7],
  [88.9, 25.2],
  [88.1, 24.5],
  [88.9, 23.2],
  [89.1, 21.7],
  [87.2, 21.5],
  [86.4, 20.0],
  [85.0, 19.4],
  [82.3, 16.7],
  [80.3, 15.7],
  [80.3, 13.3],
  [79.8, 10.3],
  [78.2, 8.9],
  [77.5, 8.1],
  [76.3, 9.9],
  [74.8, 12.8],
  [73.5, 15.8],
  [72.8, 19.0],
  [72.6, 21.2],
  [70.8, 20.7],
  [69.0, 22.3],
  [68.2, 23.7],
  [71.0, 24.4],
  [70.2, 25.9],
  [69.5, 27.0],
  [72.9, 29.0],
  [74.6, 31.1],
  [74.6, 32.8],
  [73.9, 34.3],
  [74.0, 37.0],
];

interface Frame {
  x: (lng: number) => number;
  y: (lat: number) => number;
  height: number;
  perKm: number;
}

/** A flat picture of the surroundings: a degree of longitude is shorter the further north. */
function frameOf(points: readonly { lat: number; lng: number }[], country: boolean): Frame {
  const all = country ? INDIA.map(([lng, lat]) => ({ lat, lng })) : points;
  const lats = all.map((point) => point.lat);
  const lngs = all.map((point) => point.lng);
  const middle = (Math.min(...lats) + Math.max(...lats)) / 2;
  const squeeze = Math.cos((middle * Math.PI) / 180);
  const wide = Math.max((Math.max(...lngs) - Math.min(...lngs)) * squeeze, 0.06);
  const high = Math.max(Math.max(...lats) - Math.min(...lats), 0.04);
  const ratio = country ? high / wide : Math.min(0.9, Math.max(0.5, high / wide));
  const height = Math.round((WIDTH - 2 * PAD) * ratio + 2 * PAD);
  const scale = Math.min((WIDTH - 2 * PAD) / wide, (height - 2 * PAD) / high);
  const centreLng = (Math.min(...lngs) + Math.max(...lngs)) / 2;
  return {
    x: (lng) => WIDTH / 2 + (lng - centreLng) * squeeze * scale,
    y: (lat) => height / 2 - (lat - middle) * scale,
    height,
    perKm: scale / KM_PER_DEGREE,
  };
}

/** Points on our own drawing: no tiles from outside. `rings`: circles in km around a point. */
export function PointMap({
  points,
  label,
  country = false,
  small = false,
  rings,
  legend = [],
}: {
  points: readonly MapPoint[];
  label: string;
  country?: boolean;
  /** Drawn in a narrow column: points and words are larger in proportion. */
  small?: boolean;
  rings?: { lat: number; lng: number; km: readonly number[] } | undefined;
  legend?: readonly MapLegend[];
}) {
  if (points.length === 0) return null;
  const frame = frameOf(points, country);
  const scale = small ? SMALL_SCALE : 1;
  const marks = points.map((point) => ({
    key: point.key,
    x: frame.x(point.lng),
    y: frame.y(point.lat),
    size: (point.size ?? 6) * scale,
    text: point.name ?? '',
  }));
  // The last ones are drawn on top, so they are named first.
  const labels = placeLabels(marks.toReversed(), { width: WIDTH, height: frame.height }, LABEL * scale);
  return (
    <figure style={{ margin: 0 }}>
      <svg className={classes.map} viewBox={`0 0 ${WIDTH} ${frame.height}`} aria-label={label}>
        {country ? (
          <polygon
            className={classes.land}
            points={INDIA.map(([lng, lat]) => `${frame.x(lng).toFixed(1)},${frame.y(lat).toFixed(1)}`).join(
              ' ',
            )}
          />
        ) : (
          <KmGrid frame={frame} scale={scale} />
        )}
        {rings?.km.map((km) => (
          <g key={km}>
            <circle
              className={classes.ring}
              cx={frame.x(rings.lng)}
              cy={frame.y(rings.lat)}
              r={km * frame.perKm}
            />
            {frame.y(rings.lat) - km * frame.perKm > 16 ? (
              <text
                className={classes.mapText}
                x={frame.x(rings.lng)}
                y={frame.y(rings.lat) - km * frame.perKm - 4}
                textAnchor="middle"
              >
                {km} km
              </text>
            ) : null}
          </g>
        ))}
        {points.map((point) => (
          <MapDot key={point.key} point={point} frame={frame} scale={scale} label={labels.get(point.key)} />
        ))}
      </svg>
      {legend.length > 0 ? (
        <figcaption className={classes.legend} style={{ marginTop: 8 }}>
          {legend.map((one) => (
            <span key={one.label}>
              <i data-tone={one.tone} />
              {one.label}
            </span>
          ))}
        </figcaption>
      ) : null}
    </figure>
  );
}

const SMALL_SCALE = 2.4;
const LABEL = 16;

/** Lines a whole number of kilometres apart, with north and a measure: distances can be read without tiles from outside. */
function KmGrid({ frame, scale }: { frame: Frame; scale: number }) {
  const km = roundKm(frame.perKm, 70 * scale);
  const step = km * frame.perKm;
  const [left, bottom] = [16, frame.height - 14 * scale];
  return (
    <g>
      {Array.from({ length: Math.floor(WIDTH / step) }, (_, i) => (i + 1) * step).map((x) => (
        <line key={x} className={classes.grid} x1={x} x2={x} y1={0} y2={frame.height} />
      ))}
      {Array.from({ length: Math.floor(frame.height / step) }, (_, i) => frame.height - (i + 1) * step).map(
        (y) => (
          <line key={y} className={classes.grid} x1={0} x2={WIDTH} y1={y} y2={y} />
        ),
      )}
      <path className={classes.measure} d={`M${left} ${bottom - 5}v5h${step}v-5`} />
      <text
        className={classes.mapText}
        x={left + step / 2}
        y={bottom - 6}
        textAnchor="middle"
        style={{ fontSize: 11 * scale }}
      >
        {km} km
      </text>
      <path className={classes.measure} d={`M${WIDTH - 20} ${30 * scale}v-${18 * scale}m-4 6l4 -6l4 6`} />
      <text
        className={classes.mapText}
        x={WIDTH - 20}
        y={42 * scale}
        textAnchor="middle"
        style={{ fontSize: 11 * scale }}
      >
        N
      </text>
    </g>
  );
}

function MapDot({
  point,
  frame,
  scale,
  label,
}: {
  point: MapPoint;
  frame: Frame;
  scale: number;
  label: Box | undefined;
}) {
  const size = (point.size ?? 6) * scale;
  const drawing = (
    <>
      <circle
        className={classes.dot}
        data-tone={point.tone}
        cx={frame.x(point.lng)}
        cy={frame.y(point.lat)}
        r={size}
      >
        <title>{point.label}</title>
      </circle>
      {label ? (
        <text
          className={classes.mapLabel}
          x={label.x + label.width / 2}
          y={label.y + label.height * 0.8}
          textAnchor="middle"
          style={{ fontSize: LABEL * scale }}
        >
          {point.name}
        </text>
      ) : null}
    </>
  );
  return point.to ? (
    <Link to={point.to} aria-label={point.label}>
      {drawing}
    </Link>
  ) : (
    <g>{drawing}</g>
  );
}
