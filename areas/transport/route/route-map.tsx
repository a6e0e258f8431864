import { chartPalette } from '@aangan/web/theme.ts';
import type { MouseEvent } from 'react';
import type { Point } from './geometry.ts';
import classes from './route-map.module.css';

export interface MapStop extends Point {
  readonly id: string;
  readonly seq: number;
  readonly name: string;
}

/** One route: its stops by number, and the way between them. */
export interface MapLine {
  readonly key: string;
  readonly name: string;
  readonly stops: readonly MapStop[];
  readonly path: readonly Point[];
}

interface Props {
  label: string;
  lines: readonly MapLine[];
  centre: Point | null;
  /** A place that is being chosen, with how far it reaches. */
  chosen?: (Point & { radiusM: number }) | undefined;
  onPick?: ((point: Point) => void) | undefined;
  /** The way that was driven, in parts; beside it the planned one is dashed. */
  track?: readonly (readonly Point[])[];
  /** Which colour is which route; not needed where there is one. */
  legend?: boolean;
}

const WIDTH = 720;
const PAD = 56;
const KM_PER_DEGREE = 111.32;
/** A single stop still shows its surroundings. */
const LEAST_KM = 1.2;
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

interface Frame {
  readonly x: (lng: number) => number;
  readonly y: (lat: number) => number;
  readonly at: (x: number, y: number) => Point;
  readonly height: number;
  readonly perKm: number;
}

/** A flat picture of the surroundings: a degree of longitude is shorter the further north. */
function frameOf(points: readonly Point[]): Frame {
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => lng);
  const middle = (Math.min(...lats) + Math.max(...lats)) / 2;
  const centre = (Math.min(...lngs) + Math.max(...lngs)) / 2;
  const squeeze = Math.cos((middle * Math.PI) / 180);
  const least = LEAST_KM / KM_PER_DEGREE;
  const wide = Math.max((Math.max(...lngs) - Math.min(...lngs)) * squeeze, least);
  const high = Math.max(Math.max(...lats) - Math.min(...lats), least * 0.6);
  const height = Math.round((WIDTH - 2 * PAD) * Math.min(0.9, Math.max(0.5, high / wide)) + 2 * PAD);
  const scale = Math.min((WIDTH - 2 * PAD) / wide, (height - 2 * PAD) / high);
  return {
    x: (lng) => WIDTH / 2 + (lng - centre) * squeeze * scale,
    y: (lat) => height / 2 - (lat - middle) * scale,
    at: (x, y) => ({
      lat: middle - (y - height / 2) / scale,
      lng: centre + (x - WIDTH / 2) / squeeze / scale,
    }),
    height,
    perKm: scale / KM_PER_DEGREE,
  };
}

const routeColour = (at: number): string => chartPalette[at % chartPalette.length] ?? chartPalette[0];

/**
 * Routes on our own drawing with a grid of kilometres: no tiles from outside. A map library may replace what is inside; the
 * properties stay.
 */
export function RouteMap({ label, lines, centre, chosen, onPick, track = [], legend = false }: Props) {
  const points = [
    ...lines.flatMap(({ stops }) => stops),
    ...(centre ? [centre] : []),
    ...(chosen ? [chosen] : []),
    ...track.flat(),
  ];
  if (points.length === 0) return null;
  const frame = frameOf(points);
  const pick = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    // The picture keeps its proportions inside the box, so one of its sides may have room to spare.
    const scale = Math.min(box.width / WIDTH, box.height / frame.height);
    const left = (box.width - WIDTH * scale) / 2;
    const top = (box.height - frame.height * scale) / 2;
    onPick?.(frame.at((event.clientX - box.left - left) / scale, (event.clientY - box.top - top) / scale));
  };
  return (
    <figure style={{ margin: 0 }}>
      <svg
        className={classes.map}
        viewBox={`0 0 ${WIDTH} ${frame.height}`}
        role="img"
        aria-label={label}
        {...(onPick && { onClick: pick, 'data-pick': true })}
      >
        <Grid frame={frame} />
        {lines.map((line, at) => (
          <Line key={line.key} line={line} colour={routeColour(at)} frame={frame} dashed={track.length > 0} />
        ))}
        {track.map((part) => (
          <polyline
            key={wayOf(part, frame)}
            className={classes.line}
            style={{ stroke: routeColour(1) }}
            points={wayOf(part, frame)}
          />
        ))}
        {centre && <Home x={frame.x(centre.lng)} y={frame.y(centre.lat)} />}
        {chosen && (
          <>
            <circle
              className={classes.radius}
              cx={frame.x(chosen.lng)}
              cy={frame.y(chosen.lat)}
              r={(chosen.radiusM / 1000) * frame.perKm}
            />
            <circle className={classes.chosen} cx={frame.x(chosen.lng)} cy={frame.y(chosen.lat)} r={14} />
          </>
        )}
      </svg>
      {legend && (
        <figcaption className={classes.legend}>
          {lines.map((line, at) => (
            <span key={line.key}>
              <i style={{ background: routeColour(at) }} />
              {line.name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

const wayOf = (path: readonly Point[], frame: Frame): string =>
  path.map(({ lat, lng }) => `${frame.x(lng).toFixed(1)},${frame.y(lat).toFixed(1)}`).join(' ');

interface LineProps {
  line: MapLine;
  colour: string;
  frame: Frame;
  dashed: boolean;
}

function Line({ line, colour, frame, dashed }: LineProps) {
  return (
    <g>
      <polyline
        className={classes.line}
        style={{ stroke: colour, ...(dashed && { strokeDasharray: '4 10' }) }}
        points={wayOf(line.path, frame)}
      />
      {line.stops.map((stop) => {
        const [x, y] = [frame.x(stop.lng), frame.y(stop.lat)];
        return (
          <g key={stop.id}>
            <circle className={classes.stop} style={{ fill: colour }} cx={x} cy={y} r={12}>
              <title>{`${line.name}, stop ${stop.seq}: ${stop.name}`}</title>
            </circle>
            <text className={classes.number} x={x} y={y + 5} pointerEvents="none">
              {stop.seq}
            </text>
          </g>
        );
      })}
    </g>
  );
}

const Home = ({ x, y }: { x: number; y: number }) => (
  <path className={classes.centre} d={`M${x - 13} ${y + 11}v-12l13 -11l13 11v12z`}>
    <title>The centre</title>
  </path>
);

/** Lines a known number of kilometres apart, with north and a measure. */
function Grid({ frame }: { frame: Frame }) {
  const km = STEPS.find((one) => one * frame.perKm >= 70) ?? 100;
  const step = km * frame.perKm;
  const [left, bottom] = [16, frame.height - 16];
  const count = (length: number) => Array.from({ length: Math.floor(length / step) }, (_, i) => i + 1);
  return (
    <g>
      {count(WIDTH).map((n) => (
        <line key={n} className={classes.grid} x1={n * step} x2={n * step} y1={0} y2={frame.height} />
      ))}
      {count(frame.height).map((n) => (
        <line
          key={n}
          className={classes.grid}
          x1={0}
          x2={WIDTH}
          y1={frame.height - n * step}
          y2={frame.height - n * step}
        />
      ))}
      <path className={classes.measure} d={`M${left} ${bottom - 5}v5h${step}v-5`} />
      <text className={classes.text} x={left + step / 2} y={bottom - 8} textAnchor="middle">
        {km < 1 ? `${km * 1000} m` : `${km} km`}
      </text>
      <path className={classes.measure} d={`M${WIDTH - 22} 32v-18m-4 6l4 -6l4 6`} />
      <text className={classes.text} x={WIDTH - 22} y={48} textAnchor="middle">
        N
      </text>
    </g>
  );
}
