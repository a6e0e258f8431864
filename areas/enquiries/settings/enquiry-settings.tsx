// The settings of enquiries (/forms/settings/add): a tab for each thing that can be set.
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { SideTabs } from '@aangan/web/ui/side-tabs.tsx';
import { Alert, Stack } from '@mantine/core';
import { settingsTabs } from './settings-tabs.web.ts';

export function EnquirySettings() {
  const { franchisee } = useSession();
  return (
    <PageFrame title="Enquiry settings" context="centre">
      <Stack gap="md">
        {franchisee && (
          <Alert color="info" variant="light">
            Entries of the network hold for every centre and are changed by head office. What you add here is
            this centre's own.
          </Alert>
        )}
        <SideTabs
          tabs={settingsTabs.map(({ value, label, Panel }) => ({ value, label, content: <Panel /> }))}
        />
      </Stack>
    </PageFrame>
  );
}
