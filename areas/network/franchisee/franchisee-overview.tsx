import { formatClock, formatCount, formatDay } from '@aangan/web/format.ts';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Stack } from '@mantine/core';
import { PointMap } from '../point-map.tsx';
import { CentreHealth } from './centre-health.tsx';
import { Contacts } from './contacts.tsx';
import type { Franchisee } from './franchisee-detail.ts';
import { LANGUAGES } from './franchisee-shapes.ts';

/** Numbers, health, place, people to call. */
export function Overview({ franchisee: f }: { franchisee: Franchisee }) {
  return (
    <Stack gap="lg">
      {f.isHeadOffice ? null : (
        <TileRow>
          <Tile
            label="Licensed seats this year"
            value={f.numbers.seats > 0 ? formatCount(f.numbers.seats) : null}
            to="?tab=seats"
          />
          <Tile
            label="Open checklist items"
            value={formatCount(f.numbers.openItems)}
            period={f.numbers.openGates > 0 ? `${f.numbers.openGates} before opening` : undefined}
            to="?tab=checklist"
          />
          <Tile
            label="Agreement ends"
            value={f.numbers.agreementTo ? formatDay(f.numbers.agreementTo) : null}
            to="?tab=agreement"
          />
          <Tile
            label="Documents ending in 90 days"
            value={formatCount(f.numbers.papersEnding)}
            to="?tab=papers"
          />
        </TileRow>
      )}
      <TwoColumns
        main={
          <Stack gap="lg">
            {f.status === 'ACTIVE' || f.status === 'SUSPENDED' ? (
              f.isHeadOffice ? null : (
                <CentreHealth franchiseeId={f.id} />
              )
            ) : null}
            <Section title="Place and contact">
              <Facts items={placeFacts(f)} />
            </Section>
            <Contacts franchiseeId={f.id} />
          </Stack>
        }
        rail={
          <Stack gap="lg">
            {f.photoUrl ? (
              <img src={f.photoUrl} alt={f.label} style={{ width: '100%', borderRadius: 8 }} />
            ) : null}
            {f.lat !== null && f.lng !== null ? (
              <Section title="Where it is">
                <PointMap
                  country
                  small
                  label={`${f.label} on the map`}
                  points={[
                    {
                      key: 'here',
                      lat: f.lat,
                      lng: f.lng,
                      label: f.cityName ?? f.companyName,
                      tone: 'brand',
                      size: 7,
                      name: f.cityName ?? f.companyName,
                    },
                  ]}
                />
              </Section>
            ) : null}
            {f.years.length > 0 ? (
              <Section title="Academic years">
                <Facts
                  min={120}
                  items={f.years.map((year) => ({
                    label: year.academicYear,
                    value: year.state === 'OPEN' ? 'Open' : 'Closed',
                  }))}
                />
              </Section>
            ) : null}
          </Stack>
        }
      />
    </Stack>
  );
}

const placeFacts = (f: Franchisee) => [
  { label: 'Address', value: [f.address1, f.address2, f.landmark].filter(Boolean).join(', ') || '–' },
  {
    label: 'City',
    value: [f.cityName, f.stateName, f.tier && `tier ${f.tier.slice(1)}`].filter(Boolean).join(', ') || '–',
  },
  { label: 'Pincode', value: f.pincode ?? '–' },
  { label: 'Phone', value: <PhoneText phone={f.phone} /> },
  { label: 'E-mail', value: <EmailText email={f.email} /> },
  {
    label: 'Open',
    value: f.opensAt && f.closesAt ? `${formatClock(f.opensAt)} – ${formatClock(f.closesAt)}` : '–',
  },
  {
    label: 'Languages',
    value:
      f.languages
        .map((code) => (code in LANGUAGES ? LANGUAGES[code as keyof typeof LANGUAGES] : code))
        .join(', ') || '–',
  },
  { label: 'Store code', value: f.code ?? '–' },
  { label: 'Brand', value: f.brandName ?? '–' },
];
