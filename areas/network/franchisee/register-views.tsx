import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import classes from '../network.module.css';
import { PointMap } from '../point-map.tsx';
import { franchiseeContract } from './franchisee.contract.ts';
import { franchiseeLook, statusTone } from './franchisee-look.tsx';

const legend = [
  { tone: 'success', label: 'Active' },
  { tone: 'info', label: 'Signed or in set-up' },
  { tone: 'danger', label: 'Suspended' },
  { tone: 'neutral', label: 'Lead or closed' },
] as const;

/** Where the centres are; every point opens its centre. */
export function RegisterMap() {
  const query = useQuery(franchiseeContract.points, {});
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No centre has a place yet"
            help="Enter latitude and longitude in the centre’s data."
          />
        ) : (
          <Section title={`${formatCount(rows.length)} centres with a place`}>
            <PointMap
              country
              label="Map of the centres"
              legend={legend}
              points={rows.map((row) => ({
                key: String(row.id),
                lat: row.lat,
                lng: row.lng,
                label: [row.label, row.city].filter(Boolean).join(' · '),
                tone: statusTone[row.status],
                to: `/franchisee/view/${row.id}`,
              }))}
            />
          </Section>
        )
      }
    </QueryState>
  );
}

const lanes = ['LEAD', 'SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED'] as const;
const SHOWN = 50;

/** The same centres by state, as far as their life has come. */
export function RegisterBoard() {
  return (
    <div className={classes.board}>
      {lanes.map((status) => (
        <Lane key={status} status={status} />
      ))}
    </div>
  );
}

function Lane({ status }: { status: (typeof lanes)[number] }) {
  const query = useQuery(franchiseeContract.register, { status, limit: SHOWN });
  return (
    <section className={classes.lane} aria-label={status.toLowerCase()}>
      <QueryState query={query}>
        {({ rows, total }) => (
          <>
            <div style={{ display: 'flex', justifyContent: 'space-between' }}>
              <StatusTag area={franchiseeLook} state={status} />
              <span className="quiet figures">{formatCount(total.n)}</span>
            </div>
            {rows.map((row) => (
              <Link key={row.id} to={`/franchisee/view/${row.id}`}>
                <Text fw={500}>{row.label}</Text>
                <Text size="sm" c="dimmed">
                  {[row.city, row.owner, row.openItems > 0 && `${row.openItems} open items`]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </Link>
            ))}
            {rows.length === 0 ? <Text c="dimmed">None</Text> : null}
            {total.n > SHOWN ? (
              <Text size="sm" c="dimmed">
                and {formatCount(total.n - SHOWN)} more in the table
              </Text>
            ) : null}
          </>
        )}
      </QueryState>
    </section>
  );
}
