import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TwoColumns } from '@aangan/web/ui/section.tsx';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { WebsiteForm } from '../embed/website-form.tsx';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { CodePreview } from './code-preview.tsx';
import { CodeTable } from './code-table.tsx';
import { type CodeRow, enquiryQrContract } from './enquiry-qr.contract.ts';

const keyOf = (row: CodeRow): string => row.id ?? `standard ${row.franchiseeId}`;

/** A code for the gate, a flyer or a fair: it opens the centre's enquiry form and credits its source. */
export function GenerateQrcode() {
  const codes = useQuery(enquiryQrContract.list, {}, { every: 60_000 });
  const [chosen, setChosen] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const { holds, franchisee } = useSession();
  const mayWrite = holds('enquiryQRCode', true);
  return (
    <PageFrame
      title="Generate QR code"
      context="centre"
      primary={mayWrite && franchisee ? { label: 'New code', run: () => setMaking(true) } : undefined}
    >
      <QueryState query={codes}>
        {({ rows, origin, more }) => {
          const row = rows.find((one) => keyOf(one) === chosen) ?? rows[0];
          if (!row)
            return (
              <EmptyState title="No code yet." help="Choose a centre in the top bar to make the first one." />
            );
          return (
            <TwoColumns
              main={
                <Stack gap="lg">
                  <CodeTable
                    rows={rows}
                    chosen={keyOf(row)}
                    keyOf={keyOf}
                    onChoose={(one) => setChosen(keyOf(one))}
                    mayWrite={mayWrite}
                    several={franchisee === null}
                  />
                  {more && (
                    <Text fz="sm" className="quiet">
                      The newest 200 codes are shown. Choose a centre to see all of its own.
                    </Text>
                  )}
                  {franchisee ? (
                    <WebsiteForm />
                  ) : (
                    <Text>Choose a centre in the top bar to make a code for it.</Text>
                  )}
                </Stack>
              }
              rail={
                <CodePreview
                  centreName={franchisee?.companyName ?? row.centreName}
                  address={`${origin}${row.path}`}
                  code={row}
                />
              }
            />
          );
        }}
      </QueryState>
      {making && <NewCode onMade={setChosen} onClose={() => setMaking(false)} />}
    </PageFrame>
  );
}

function NewCode({ onMade, onClose }: { onMade: (id: string) => void; onClose: () => void }) {
  const { data } = useEnquiryChoices();
  return (
    <CommandDialog
      of={enquiryQrContract.create}
      title="New code"
      confirm="Make code"
      start={{ placement: 'GATE', language: 'en' }}
      refresh={['enquiry-qr', 'enquiry.choices']}
      fields={{
        sourceId: {
          kind: 'choice',
          options: optionsOfRows(data?.sources),
        },
      }}
      done={(out) => {
        onMade(out.id);
        return 'Code made.';
      }}
      onClose={onClose}
    />
  );
}
