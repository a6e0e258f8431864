import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { ImportDialog } from '@aangan/web/import/import-screen.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { franchiseePincode } from './franchisee-pincode.record.ts';
import { pincodeContract } from './pincode.contract.ts';
import { postOfficeImport } from './post-office-import.contract.ts';

/** Territory rows for the chosen centre (checked, then all or none), or India Post's directory for the network (valid rows are saved). */
export function UploadPincodes() {
  const [wizard, setWizard] = useState(false);
  return (
    <PageFrame title="Upload pincodes" context="centre">
      <Stack gap="lg">
        <Section
          title="Our pincodes"
          help="Rows of the chosen centre. Nothing is saved until every row is right."
        >
          <Group>
            <Button onClick={() => setWizard(true)}>Choose a file</Button>
          </Group>
        </Section>
        <DirectoryUpload />
        <LastUploads />
      </Stack>
      {wizard && franchiseePincode.imports && (
        <ImportDialog
          of={franchiseePincode.imports}
          refresh={['pincode', 'franchisee-pincode']}
          onDone={() => setWizard(false)}
        />
      )}
    </PageFrame>
  );
}

const states: Readonly<Record<string, string>> = {
  CHECKED: 'checked, not saved',
  DONE: 'saved',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

function LastUploads() {
  const { data } = useQuery(pincodeContract.imports, {});
  if (!data || data.rows.length === 0) return null;
  return (
    <Section title="Your last files">
      <Stack gap="xs">
        {data.rows.map((row) => (
          <Text key={row.id} size="sm">
            {row.fileName}{' '}
            <span className="quiet">
              <InstantText at={row.at} ago /> · {formatCount(row.total)} rows
              {row.bad > 0 ? `, ${formatCount(row.bad)} with errors` : ''} ·{' '}
              {states[row.state] ?? row.state.toLowerCase()}
            </span>
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

function DirectoryUpload() {
  // Head office keeps the directory; a centre uploads its own rows only.
  const { superAdmin, me } = useSession();
  const [open, setOpen] = useState(false);
  if (!superAdmin && me?.franchisee?.id !== 1)
    return (
      <Text size="sm" c="dimmed">
        Directory files need head-office rights.
      </Text>
    );
  return (
    <Section
      title="Post office directory"
      help="India Post's file of all offices, for head office. Rows that are already there are updated."
    >
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          Choose the directory file
        </Button>
      </Group>
      {open && <ImportDialog of={postOfficeImport} refresh={['pincode']} onDone={() => setOpen(false)} />}
    </Section>
  );
}
