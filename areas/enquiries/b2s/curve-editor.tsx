// The curve of a season: points that are dragged on the picture or typed in the table beside it.
import { addDays, type Day, daysBetween } from '@aangan/contract/period.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { ActionIcon, Button, Group, NumberInput, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import classes from './b2s.module.css';
import { type CurvePoint, curveTrouble } from './b2s-pace.ts';

const W = 640;
const H = 240;
const LEFT = 40;
const BOTTOM = 28;
const TOP = 12;
const WHOLE = 10_000;

interface CurveProps {
  from: Day;
  points: readonly CurvePoint[];
  onChange: (points: CurvePoint[]) => void;
  disabled?: boolean;
}

export function CurveEditor({ from, points, onChange, disabled = false }: CurveProps) {
  const trouble = curveTrouble({ from, points });
  const change = (i: number, point: CurvePoint) =>
    onChange(points.map((one, k) => (k === i ? point : one)).sort((a, b) => (a.on < b.on ? -1 : 1)));
  const add = () => {
    const last = points.at(-1);
    onChange([...points, { on: addDays(last?.on ?? from, 30), bp: last?.bp ?? WHOLE }]);
  };
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Picture from={from} points={points} change={change} disabled={disabled} />
        <Table maw={420}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>By</Table.Th>
              <Table.Th>Share of the target</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.map((point, i) => (
              <Table.Tr key={i}>
                <Table.Td>
                  <FieldInput
                    bare
                    kind="date"
                    label={`Day of point ${i + 1}`}
                    value={point.on}
                    disabled={disabled}
                    onChange={(on) => typeof on === 'string' && change(i, { ...point, on })}
                  />
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    aria-label={`Share of point ${i + 1}`}
                    value={point.bp / 100}
                    min={0}
                    max={100}
                    decimalScale={1}
                    suffix=" %"
                    disabled={disabled}
                    onChange={(value) => change(i, { ...point, bp: Math.round(Number(value) * 100) })}
                  />
                </Table.Td>
                <Table.Td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove point ${i + 1}`}
                    disabled={disabled || points.length < 2}
                    onClick={() => onChange(points.filter((_, k) => k !== i))}
                  >
                    <IconTrash {...smallIcon} />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </SimpleGrid>
      <Group gap="md">
        <Button variant="default" size="compact-sm" onClick={add} disabled={disabled}>
          Add a point
        </Button>
        {trouble && (
          <Text fz="sm" c="var(--a-danger-text)" role="alert">
            {trouble}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

interface PictureProps {
  from: Day;
  points: readonly CurvePoint[];
  change: (i: number, point: CurvePoint) => void;
  disabled: boolean;
}

function Picture({ from, points, change, disabled }: PictureProps) {
  const svg = useRef<SVGSVGElement>(null);
  const held = useRef<number | null>(null);
  const last = points.at(-1)?.on ?? from;
  const span = Math.max(1, daysBetween(from, last));
  const x = (on: Day) => LEFT + (Math.min(span, Math.max(0, daysBetween(from, on))) / span) * (W - LEFT - 12);
  const y = (bp: number) => TOP + (1 - bp / WHOLE) * (H - TOP - BOTTOM);
  const line = [{ on: from, bp: 0 }, ...points].map(
    ({ on, bp }) => `${x(on).toFixed(1)},${y(bp).toFixed(1)}`,
  );

  const move = (event: PointerEvent<SVGSVGElement>) => {
    const i = held.current;
    const box = svg.current?.getBoundingClientRect();
    const point = i === null ? undefined : points[i];
    if (i === null || !box || !point) return;
    const px = ((event.clientX - box.left) / box.width) * W;
    const py = ((event.clientY - box.top) / box.height) * H;
    const day = Math.round(((px - LEFT) / (W - LEFT - 12)) * span);
    const bp = Math.round(((1 - (py - TOP) / (H - TOP - BOTTOM)) * WHOLE) / 100) * 100;
    // The last point is the end of the season: it moves by its date field only.
    const isLast = i === points.length - 1;
    const before = points[i - 1];
    const after = points[i + 1];
    const low = before ? daysBetween(from, before.on) + 1 : 1;
    const high = after ? daysBetween(from, after.on) - 1 : span;
    change(i, {
      on: isLast ? point.on : addDays(from, Math.max(low, Math.min(high, day))),
      bp: Math.max(before?.bp ?? 0, Math.min(after?.bp ?? WHOLE, isLast ? WHOLE : bp)),
    });
  };
  const nudge = (i: number, event: KeyboardEvent) => {
    const step = { ArrowUp: 100, ArrowDown: -100 }[event.key];
    const days = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const point = points[i];
    if ((step === undefined && days === undefined) || !point) return;
    event.preventDefault();
    change(i, {
      on: days ? addDays(point.on, days) : point.on,
      bp: Math.max(0, Math.min(WHOLE, point.bp + (step ?? 0))),
    });
  };
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${W} ${H}`}
      className={classes.curve}
      onPointerMove={move}
      onPointerUp={() => {
        held.current = null;
      }}
    >
      <title>Share of the target by day</title>
      {[0, 2500, 5000, 7500, WHOLE].map((bp) => (
        <g key={bp}>
          <line className={classes.grid} x1={LEFT} x2={W - 12} y1={y(bp)} y2={y(bp)} />
          <text x={LEFT - 6} y={y(bp) + 4} textAnchor="end">
            {bp / 100} %
          </text>
        </g>
      ))}
      <polygon className={classes.area} points={`${line.join(' ')} ${x(last)},${y(0)} ${x(from)},${y(0)}`} />
      <polyline className={classes.line} points={line.join(' ')} />
      {points.map((point, i) => (
        <g key={i}>
          <circle
            cx={x(point.on)}
            cy={y(point.bp)}
            r={7}
            role="slider"
            tabIndex={disabled ? -1 : 0}
            aria-label={`${formatDay(point.on)}: ${point.bp / 100} %`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={point.bp / 100}
            onPointerDown={(event) => {
              if (disabled) return;
              held.current = i;
              event.currentTarget.ownerSVGElement?.setPointerCapture(event.pointerId);
            }}
            onKeyDown={(event) => !disabled && nudge(i, event)}
          />
          <text x={x(point.on)} y={H - 8} textAnchor={i === points.length - 1 ? 'end' : 'middle'}>
            {formatDay(point.on).slice(0, 5)}
          </text>
        </g>
      ))}
    </svg>
  );
}
