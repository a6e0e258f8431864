import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { LIST } from '../training/training-list.tsx';
import { Withdraw } from './register-staff.tsx';
import { registrations } from './registration.listing.ts';
import { seatContract as contract } from './seat.contract.ts';
import { TrainingFacts } from './training-card.tsx';

type Row = ListingRow<typeof registrations.endpoints.list>;
const filters = listingFilters(registrations);

/** /trainer-led/registration-details/{id}: who is registered, how they answered, who waits. */
export function RegistrationDetails() {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const training = useQuery(contract.training, { id }, { fresh: 0 });
  const input = useMemo(() => ({ trainingId: id }), [id]);
  const list = useList(registrations.endpoints.list, { filters, sort: registrations.sort, input });
  const [leaving, setLeaving] = useState<Row | null>(null);
  const remind = useCommand(contract.remind, {
    refresh: ['training-registration'],
    onDone: (done) => notice.ok(wordsOf(done)),
    onError: (error) => notice.error(error),
  });
  const found = training.data;
  return (
    <PageFrame
      title={found?.title ?? 'Registrations'}
      count={list.total ?? undefined}
      crumbs={[{ label: 'All trainings', to: LIST }]}
      fill
      menu={[
        {
          label: 'Remind everybody pending',
          hidden: (found?.responses.PENDING ?? 0) === 0 || found?.can.remind !== true,
          run: () => void remind.run({ id }),
        },
      ]}
    >
      <Stack gap="md" style={{ minHeight: 0, flex: 1 }}>
        {found ? (
          <>
            <Section>
              <TrainingFacts of={found} />
            </Section>
            <TileRow>
              {(['PENDING', 'ACCEPTED', 'DECLINED'] as const).map((response) => (
                <Tile
                  key={response}
                  label={labels[response]}
                  value={found.responses[response]}
                  to={listLink(
                    pathname,
                    response === 'DECLINED' ? { response } : { response, seat: ['SEATED', 'WAITLISTED'] },
                  )}
                />
              ))}
            </TileRow>
          </>
        ) : null}
        <ListingTable
          of={registrations}
          list={list}
          cells={{
            staff: { minWidth: 180, second: (row) => row.employeeCode },
            code: { hidden: true },
            training: { hidden: true },
            seat: { cell: (row) => <StatusTag area="training-seat" state={row.seat} /> },
            response: { cell: (row) => <StatusTag area="training-response" state={row.response} /> },
          }}
          searchHint="Name or employee code"
          actions={(row) => [
            {
              label: 'Remind',
              frequent: true,
              hidden: !row.can.remind,
              run: () => void remind.run({ id, enrollmentIds: [row.id] }),
            },
            { label: 'Withdraw', danger: true, hidden: !row.can.withdraw, run: () => setLeaving(row) },
          ]}
          bulk={
            found?.can.remind
              ? [
                  {
                    label: (n) => `Remind ${n}`,
                    run: (rows) => void remind.run({ id, enrollmentIds: rows.map((row) => row.id) }),
                  },
                ]
              : []
          }
          empty={{
            title: 'Nobody is registered yet',
            help: 'Centre heads register their staff; everybody is told when the training is planned.',
          }}
        />
      </Stack>
      {leaving ? <Withdraw row={leaving} onClose={() => setLeaving(null)} /> : null}
    </PageFrame>
  );
}

const labels = { PENDING: 'Pending', ACCEPTED: 'Accepted', DECLINED: 'Declined' } as const;

function wordsOf({ reminded, tooSoon, withoutSignIn }: OutputOf<typeof contract.remind>): string {
  return [
    `${reminded} reminded`,
    ...(tooSoon > 0 ? [`${tooSoon} were reminded in the last six hours`] : []),
    ...(withoutSignIn > 0 ? [`${withoutSignIn} have no sign-in: ask their centre head`] : []),
  ].join(', ');
}
