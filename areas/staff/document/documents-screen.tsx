import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Stack } from '@mantine/core';
import { staffModules } from '../modules.ts';
import { StaffDocuments } from './staff-documents.tsx';

const DocumentQueue = part(() => import('./document-queue.tsx'), 'DocumentQueue');

/** /staff/documents/upload: add the documents of a person; decide those that wait. */
export function DocumentsScreen() {
  const { holds } = useSession();
  return (
    <PageFrame title="Staff documents" context="centre">
      <PageTabs
        tabs={[
          {
            value: 'upload',
            label: 'Upload',
            hidden: !holds(staffModules.Staff, true),
            content: <Upload />,
          },
          { value: 'queue', label: 'Queue', content: <DocumentQueue /> },
        ]}
      />
    </PageFrame>
  );
}

function Upload() {
  const [staffId, choose] = useParam('staffId');
  const { franchisee } = useSession();
  if (franchisee === null)
    return (
      <EmptyState
        title="Choose a centre first"
        help="A file is kept at the centre of its person. Choose the centre in the top bar."
      />
    );
  return (
    <Stack gap="md" maw={900}>
      <FieldInput
        kind="reference"
        to="staff"
        label="Person"
        name="staffId"
        value={staffId}
        onChange={(value) => choose(typeof value === 'string' ? value : null)}
      />
      {staffId ? (
        <StaffDocuments key={staffId} staffId={staffId} />
      ) : (
        <EmptyState
          title="Choose a person"
          help="Their documents appear here: what is verified, what is missing, and a place to add more."
        />
      )}
    </Stack>
  );
}
