import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { stateColumn } from '@aangan/web/table/column.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import '../audits-look.tsx';
import { cctvDocumentContract as contract } from './cctv-document.contract.ts';
import { cctvDocuments } from './cctv-document.listing.ts';
import { type CctvKind, cctvKinds } from './cctv-document.states.ts';

type Row = ListingRow<typeof cctvDocuments.endpoints.list>;

const pathOf = (id: string) => `/cctvDocUpload/edit/${id}`;

const cells = {
  status: {
    ...stateColumn('cctv-document', (row: Row) => row.status, { width: 160 }),
    second: (row: Row) => (row.superseded ? 'Replaced by a newer one' : row.reason),
  },
  kind: { second: (row: Row) => row.note },
  uploadedAt: { second: (row: Row) => row.uploadedBy },
};

/** /cctvDocUpload/cctvDocUpload: what the centre keeps of its cameras, and what waits for verification. */
export function CctvList() {
  const list = useListing(cctvDocuments);
  const { franchisee, holds } = useSession();
  const [kind, setKind] = useState<CctvKind | null | undefined>(undefined);
  const uploads = franchisee !== null && holds(contract.upload.module, true);
  return (
    <PageFrame
      title={cctvDocuments.title}
      count={list.total ?? undefined}
      context="centre"
      primary={uploads ? { label: 'Upload document', run: () => setKind(null) } : undefined}
    >
      {franchisee ? <Checklist upload={uploads ? setKind : null} /> : null}
      <ListingTable
        of={cctvDocuments}
        list={list}
        cells={cells}
        searchHint="Note or centre"
        rowLink={(row) => pathOf(row.id)}
        empty={{
          title: 'No CCTV documents yet for this centre.',
          help: 'Certificates, layouts and declarations of the cameras. No footage is kept here.',
        }}
      />
      {kind === undefined ? null : (
        <CommandDialog
          of={contract.upload}
          title="Upload document"
          text="Another person verifies it. Do not upload footage: it shows children and is not needed here."
          confirm="Upload"
          start={kind ? { kind } : {}}
          refresh={['cctv-document', 'home']}
          done="The document waits for verification."
          onClose={() => setKind(undefined)}
        />
      )}
    </PageFrame>
  );
}

/** One place per kind a centre keeps, so that what is missing is seen before an audit asks for it. */
function Checklist({ upload }: { upload: ((kind: CctvKind) => void) | null }) {
  const query = useQuery(contract.checklist, {});
  return (
    <Section title="What the centre keeps">
      <QueryState query={query}>
        {({ kinds }) => (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
            {kinds.map((one) => (
              <div key={one.kind}>
                {one.id ? (
                  <Anchor component={Link} to={pathOf(one.id)} size="sm" fw={500}>
                    {cctvKinds[one.kind]}
                  </Anchor>
                ) : (
                  <Text size="sm" fw={500}>
                    {cctvKinds[one.kind]}
                  </Text>
                )}
                <Group gap="xs" mt={4}>
                  <StatusTag
                    area="cctv-document"
                    state={one.expired && one.status === 'VERIFIED' ? 'EXPIRED' : (one.status ?? 'NONE')}
                  />
                  {one.validTo ? (
                    <Text size="sm" c="dimmed">
                      until <DateText day={one.validTo} />
                    </Text>
                  ) : null}
                  {upload && (one.id === null || one.expired) ? (
                    <Anchor component="button" type="button" size="sm" onClick={() => upload(one.kind)}>
                      Upload
                    </Anchor>
                  ) : null}
                </Group>
              </div>
            ))}
          </SimpleGrid>
        )}
      </QueryState>
    </Section>
  );
}
