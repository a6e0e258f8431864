// Where enquiries come from and what that costs; which classes they want; why they go.
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { BarsTable } from './bars-table.tsx';
import type { Board } from './board-shape.ts';
import { shareOf } from './board-words.ts';
import type { BoardFilters } from './use-board-filters.tsx';

type LinkTo = BoardFilters['linkTo'];
const SPEND = '/forms/settings/add?tab=spend';

export function Sources({ sources, linkTo }: { sources: Board['sources']; linkTo: LinkTo }) {
  const mayEnter = useSession().holds('enquirySettings');
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
      <BarsTable
        heads={['Source', 'Leads', 'Visits', 'Admitted', 'Cost per admission']}
        rows={sources}
        keyOf={(one) => one.key}
        nameOf={(one) => one.label}
        n={(one) => one.n}
        to={(one) => linkTo({ source: one.key })}
        figures={(one) => [
          <Link to={linkTo({ source: one.key })}>{formatCount(one.n)}</Link>,
          <Link to={linkTo({ source: one.key, visited: true })}>{formatCount(one.visits)}</Link>,
          <Link to={linkTo({ source: one.key, spancoStatus: 'Order' })}>{formatCount(one.admitted)}</Link>,
          <Cost one={one} mayEnter={mayEnter} />,
        ]}
      />
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
  const to = (row: Board['classes'][number]) =>
    linkTo({ open: true, ...(row.id === null ? { noClass: true } : { classId: row.id }) });
  return (
    <Section
      title="Classes"
      help="Open enquiries that want a class, against its seats that are left this year."
    >
      <BarsTable
        heads={['Class', 'Wished', 'Seats left']}
        rows={rows}
        keyOf={(row) => row.id ?? 0}
        nameOf={(row) => row.name}
        n={(row) => row.wished}
        widest={Math.max(0, ...rows.map((row) => row.left ?? 0))}
        to={to}
        figures={(row) => [
          <Link to={to(row)}>{formatCount(row.wished)}</Link>,
          row.left === null ? (
            <span className="quiet">–</span>
          ) : (
            <span
              {...(row.left < row.wished
                ? { style: { color: 'var(--a-danger-text)' }, title: 'Fewer seats than wishes' }
                : {})}
            >
              {formatCount(row.left)}
            </span>
          ),
        ]}
      />
    </Section>
  );
}

export function LostReasons({ rows, linkTo }: { rows: Board['lostReasons']; linkTo: LinkTo }) {
  const total = rows.reduce((sum, row) => sum + row.n, 0);
  const to = (row: Board['lostReasons'][number]) => linkTo({ spancoStatus: 'Lost', lostReason: row.key });
  return (
    <Section title="Why enquiries were lost">
      {rows.length === 0 ? (
        <Text className="quiet">None was lost.</Text>
      ) : (
        <BarsTable
          rows={rows}
          keyOf={(row) => row.key}
          nameOf={(row) => row.label}
          n={(row) => row.n}
          to={to}
          figures={(row) => [
            <Link to={to(row)}>{formatCount(row.n)}</Link>,
            <span className="quiet">{shareOf(row.n, total)}</span>,
          ]}
        />
      )}
    </Section>
  );
}
