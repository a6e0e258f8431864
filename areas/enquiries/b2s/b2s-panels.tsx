import { LineChart } from '@aangan/web/charts/charts.tsx';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor } from '@mantine/core';
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import numbers from '../dashboard/board.module.css';
import { PairTable } from '../enquiry/pair-table.tsx';
import classes from './b2s.module.css';
import { type MembersLink, outcomeColours, paceText, paceTone } from './b2s-look.tsx';
import { achievedOutcomes, cohorts, type Outcome, outcomes } from './b2s-outcome.ts';
import type { B2sBoard } from './b2s-shape.ts';

interface Panel {
  board: B2sBoard;
  link: MembersLink;
}

/** Expected by the curve, achieved so far, and what last year's season had on the same day. */
export function Line({ board }: { board: B2sBoard }) {
  const hasLast = board.line.some((point) => point.lastYear !== null);
  return (
    <Section
      title="Against the curve"
      help="Seats that should be, are, and a year ago were achieved by a day."
    >
      <LineChart
        title="Expected, achieved and last year by day"
        data={board.line.map(({ on, expected, achieved, lastYear }) => ({
          label: formatDay(on),
          expected,
          achieved,
          lastYear,
        }))}
        series={[
          { key: 'achieved', label: 'Achieved' },
          { key: 'expected', label: 'Expected' },
          ...(hasLast ? [{ key: 'lastYear', label: 'Last year' }] : []),
        ]}
        height={260}
      />
    </Section>
  );
}

const ORDER: readonly Outcome[] = ['JOINED', 'CONFIRMED', 'COMMITTED', 'CONTACTED', 'NOT_CONTACTED', 'LOST'];

export function CohortBars({ board, link }: Panel) {
  return (
    <Section title="Cohorts" help="Each part of a bar opens its children.">
      <div className={classes.cohorts}>
        {board.cohorts.map((cohort) => (
          <Fragment key={cohort.kind}>
            <Anchor component={Link} to={link({ kind: cohort.kind })} fz="sm">
              {cohorts[cohort.kind]}
            </Anchor>
            <div className={classes.stack}>
              {ORDER.filter((outcome) => cohort.outcomes[outcome] > 0).map((outcome) => {
                const label = `${cohorts[cohort.kind]}, ${outcomes[outcome]}: ${formatCount(cohort.outcomes[outcome])}`;
                return (
                  <Link
                    key={outcome}
                    to={link({ kind: cohort.kind, outcome })}
                    title={label}
                    aria-label={label}
                    style={{
                      width: `${(cohort.outcomes[outcome] / cohort.n) * 100}%`,
                      background: outcomeColours[outcome],
                    }}
                  />
                );
              })}
            </div>
            <span className="figures">{formatCount(cohort.n)}</span>
          </Fragment>
        ))}
      </div>
      <div className={classes.key}>
        {ORDER.map((outcome) => (
          <span key={outcome}>
            <span className={classes.dot} style={{ background: outcomeColours[outcome] }} />
            <Link to={link({ outcome })} className={numbers.number}>
              {outcomes[outcome]} {formatCount(board.outcomes[outcome])}
            </Link>
          </span>
        ))}
      </div>
    </Section>
  );
}

type ClassRow = B2sBoard['classes'][number];
const figure = (id: string, label: string, get: (row: ClassRow) => ReactNode) =>
  textColumn<ClassRow>(id, label, (row) => <span className="figures">{get(row)}</span>, { align: 'end' });

export function Classes({ board, link }: Panel) {
  const number = (row: ClassRow, n: number, outcome?: Outcome) =>
    row.id === null ? (
      formatCount(n)
    ) : (
      <Link to={link({ classId: row.id, ...(outcome ? { outcome } : {}) })} className={numbers.number}>
        {formatCount(n)}
      </Link>
    );
  return (
    <Section
      title="Classes"
      help="The gap is achieved minus target; seats left as admissions counts them."
      flush
    >
      <ShortTable
        label="Classes"
        rows={board.classes}
        keyOf={(row) => row.id ?? 0}
        minWidth={720}
        columns={[
          textColumn<ClassRow>('name', 'Class', (row) => row.name),
          figure('members', 'Children', (row) => number(row, row.members)),
          figure('target', 'Target', (row) => (row.target === null ? '–' : formatCount(row.target))),
          figure('committed', 'Committed', (row) => number(row, row.committed, 'COMMITTED')),
          figure('confirmed', 'Confirmed', (row) => number(row, row.confirmed, 'CONFIRMED')),
          figure('joined', 'Joined', (row) => number(row, row.joined, 'JOINED')),
          figure('gap', 'Gap', (row) => (row.gap === null ? '–' : signed(row.gap))),
          figure('seatsLeft', 'Seats left', (row) =>
            row.seatsLeft === null ? '–' : formatCount(row.seatsLeft),
          ),
        ]}
      />
    </Section>
  );
}

const signed = (n: number): string => (n > 0 ? `+${formatCount(n)}` : n < 0 ? `−${formatCount(-n)}` : '0');

/** The furthest behind first; a tile opens the children who are achieved there. */
export function Centres({ board, link }: Panel) {
  return (
    <Section title="Centres by pace" help="The furthest behind first.">
      <div className={classes.map}>
        {board.centres.map((centre) => {
          const tone = paceTone(centre.pace?.days);
          return (
            <Link
              key={centre.id}
              to={link({ centre: centre.id, outcome: achievedOutcomes })}
              className={classes.place}
              style={
                {
                  ['--tone-line' as string]: `var(--a-${tone}-line)`,
                  ['--tone-tint' as string]: `var(--a-${tone}-tint)`,
                } as CSSProperties
              }
            >
              <strong title={centre.label}>{centre.label}</strong>
              <span className="figures">
                {formatCount(centre.achieved)} of {centre.target ? formatCount(centre.target) : '–'}
              </span>
              <span className="figures" style={{ color: `var(--a-${tone}-text)` }}>
                {centre.pace ? `${signed(centre.pace.gap)} · ${paceText(centre.pace.days)}` : 'No target'}
              </span>
            </Link>
          );
        })}
      </div>
    </Section>
  );
}

export function LostReasons({ board, link }: Panel) {
  return (
    <Section title="Why children were lost">
      <PairTable
        rows={board.lostReasons.map((row) => [
          row.label,
          <Link to={link({ lostReason: row.key })} className={numbers.number}>
            {formatCount(row.n)}
          </Link>,
        ])}
      />
    </Section>
  );
}
