// How far enquiries come, and what each week brought.
import { LineChart } from '@aangan/web/charts/charts.tsx';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Table } from '@mantine/core';
import { Link } from 'react-router';
import { statusWithCode } from '../enquiry/stage-label.ts';
import { BarsTable } from './bars-table.tsx';
import classes from './board.module.css';
import type { Board } from './board-shape.ts';
import { perCent } from './board-words.ts';
import type { BoardFilters } from './use-board-filters.tsx';

type LinkTo = BoardFilters['linkTo'];

export function Funnel({ steps, linkTo }: { steps: Board['funnel']; linkTo: LinkTo }) {
  return (
    <Section
      title="Spanco funnel"
      help="Enquiries that came at least this far, lost ones included; share of the step before, this year and up to this day last year."
    >
      <BarsTable
        heads={['Step', 'Enquiries', 'Of the step before', 'Last year', 'Median days']}
        rows={steps}
        keyOf={(step) => step.status}
        nameOf={(step) => statusWithCode(step.status)}
        n={(step) => step.n}
        figures={(step) => [
          <Link to={linkTo({ reached: step.status })}>{formatCount(step.n)}</Link>,
          perCent(step.conversionBp),
          <span className="quiet">{perCent(step.lastYearBp)}</span>,
          step.medianDays ?? '–',
        ]}
      />
    </Section>
  );
}

const series = [
  { key: 'captured', label: 'Captured' },
  { key: 'visits', label: 'Visits' },
  { key: 'admitted', label: 'Admitted' },
] as const;
const basisOf = { captured: 'captured', visits: 'visited', admitted: 'admitted' } as const;

/** 13 weeks; the days of the filter give way to the week of a number. */
export function Trend({ weeks, linkTo }: { weeks: Board['weeks']; linkTo: LinkTo }) {
  const data = weeks.map(({ from, captured, visits, admitted }) => ({
    label: formatDay(from).slice(0, 5),
    captured,
    visits,
    admitted,
  }));
  return (
    <Section title="Last 13 weeks" help="Each week begins on the Monday shown.">
      <LineChart title="Captured, visits and admissions by week" data={data} series={series} height={200} />
      <Table.ScrollContainer minWidth={560} type="native">
        <table className={`${classes.bars} ${classes.weeks}`}>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              {weeks.map((week) => (
                <th scope="col" key={week.from}>
                  {formatDay(week.from).slice(0, 5)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map((one) => (
              <tr key={one.key}>
                <th scope="row">{one.label}</th>
                {weeks.map((week) => (
                  <td key={week.from} className="figures">
                    <Link
                      to={linkTo({
                        fromDate: week.from,
                        toDate: week.to,
                        basis: one.key === 'captured' ? null : basisOf[one.key],
                      })}
                    >
                      {week[one.key]}
                    </Link>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Table.ScrollContainer>
    </Section>
  );
}
