// Where enquiries come from and what that costs; which classes they want; why they go.
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import classes from './board.module.css';
import type { Board } from './board-shape.ts';
import { shareOf } from './board-words.ts';
import type { BoardFilters } from './use-board-filters.tsx';

type LinkTo = BoardFilters['linkTo'];
const SPEND = '/forms/settings/add?tab=spend';

export function Sources({ sources, linkTo }: { sources: Board['sources']; linkTo: LinkTo }) {
  const mayEnter = useSession().holds('enquirySettings');
  const widest = Math.max(1, ...sources.map((one) => one.n));
  return (
    <Section
      title="Sources"
      help="Cost per admission: what was spent in the months of this year, by admissions."
      actions={
        mayEnter ? (
          <Anchor component={Link} to={SPEND} fz="sm">
            Enter spend
          </Anchor>
        ) : undefined
      }
    >
      <Table.ScrollContainer minWidth={520} type="native">
        <table className={classes.bars}>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" aria-label="Share" />
              <th scope="col">Leads</th>
              <th scope="col">Visits</th>
              <th scope="col">Admitted</th>
              <th scope="col">Cost per admission</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((one) => (
              <tr key={one.key}>
                <th scope="row" title={one.label}>
                  {one.label}
                </th>
                <td className={classes.wide}>
                  <Link
                    to={linkTo({ source: one.key })}
                    className={classes.bar}
                    style={{ width: `${(one.n / widest) * 100}%` }}
                    aria-label={`${one.label}: ${one.n}`}
                    tabIndex={-1}
                  />
                </td>
                <td className="figures">
                  <Link to={linkTo({ source: one.key })}>{formatCount(one.n)}</Link>
                </td>
                <td className="figures">
                  <Link to={linkTo({ source: one.key, visited: true })}>{formatCount(one.visits)}</Link>
                </td>
                <td className="figures">
                  <Link to={linkTo({ source: one.key, spancoStatus: 'Order' })}>
                    {formatCount(one.admitted)}
                  </Link>
                </td>
                <td className="figures">
                  <Cost one={one} mayEnter={mayEnter} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Cost({ one, mayEnter }: { one: Board['sources'][number]; mayEnter: boolean }) {
  const text =
    one.perAdmission !== null ? (
      <Money paise={one.perAdmission} />
    ) : one.spent !== null ? (
      <span title="Nobody was admitted yet">
        <Money paise={one.spent} /> spent
      </span>
    ) : null;
  if (!text) return <span className="quiet">–</span>;
  return mayEnter ? <Link to={`${SPEND}&sourceId=${one.key}`}>{text}</Link> : text;
}

export function ClassSeats({ rows, linkTo }: { rows: Board['classes']; linkTo: LinkTo }) {
  const widest = Math.max(1, ...rows.map((row) => Math.max(row.wished, row.left ?? 0)));
  return (
    <Section
      title="Classes"
      help="Open enquiries that want a class, against its seats that are left this year."
    >
      <table className={classes.bars}>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col" aria-label="Share" />
            <th scope="col">Wished</th>
            <th scope="col">Seats left</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const to = linkTo({ open: true, ...(row.id === null ? { noClass: true } : { classId: row.id }) });
            return (
              <tr key={row.id ?? 0}>
                <th scope="row">{row.name}</th>
                <td className={classes.wide}>
                  <Link
                    to={to}
                    className={classes.bar}
                    style={{ width: `${(row.wished / widest) * 100}%` }}
                    aria-label={`${row.name}: ${row.wished}`}
                    tabIndex={-1}
                  />
                </td>
                <td className="figures">
                  <Link to={to}>{formatCount(row.wished)}</Link>
                </td>
                <td className="figures">
                  {row.left === null ? (
                    <span className="quiet">–</span>
                  ) : (
                    <span
                      {...(row.left < row.wished
                        ? { style: { color: 'var(--a-danger-text)' }, title: 'Fewer seats than wishes' }
                        : {})}
                    >
                      {formatCount(row.left)}
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}

export function LostReasons({ rows, linkTo }: { rows: Board['lostReasons']; linkTo: LinkTo }) {
  const total = rows.reduce((sum, row) => sum + row.n, 0);
  const widest = Math.max(1, ...rows.map((row) => row.n));
  return (
    <Section title="Why enquiries were lost">
      {rows.length === 0 ? (
        <Text className="quiet">None was lost.</Text>
      ) : (
        <table className={classes.bars}>
          <tbody>
            {rows.map((row) => {
              const to = linkTo({ spancoStatus: 'Lost', lostReason: row.key });
              return (
                <tr key={row.key}>
                  <th scope="row" title={row.label}>
                    {row.label}
                  </th>
                  <td className={classes.wide}>
                    <Link
                      to={to}
                      className={classes.bar}
                      style={{ width: `${(row.n / widest) * 100}%` }}
                      aria-label={`${row.label}: ${row.n}`}
                      tabIndex={-1}
                    />
                  </td>
                  <td className="figures">
                    <Link to={to}>{formatCount(row.n)}</Link>
                  </td>
                  <td className="figures quiet">{shareOf(row.n, total)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Section>
  );
}
