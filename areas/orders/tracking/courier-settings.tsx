import { useQuery } from '@aangan/web/api/use-query.ts';
import { SettingsForm } from '@aangan/web/settings/settings-form.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Drawer, Stack } from '@mantine/core';
import { courierRules } from './orders.settings.ts';
import { trackingContract as contract } from './tracking.contract.ts';

/** Where couriers tell us, and where they show what they know. */
export function CourierSettings({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(contract.webhook, {});
  return (
    <Drawer opened onClose={onClose} title="Couriers">
      <Stack gap="lg">
        <SettingsForm of={courierRules} />
        {data ? (
          <Section
            title="Scans of Delhivery"
            help="Give these to Delhivery; it then sends every scan by itself."
          >
            <Facts
              items={[
                { label: 'Address', value: data.url },
                { label: 'Header', value: data.header },
                { label: 'Value', value: data.token },
              ]}
            />
          </Section>
        ) : null}
      </Stack>
    </Drawer>
  );
}
