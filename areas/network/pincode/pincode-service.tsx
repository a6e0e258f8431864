import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { PINCODE } from '@aangan/contract/india.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatClock, formatCount } from '@aangan/web/format.ts';
import { usePreference } from '@aangan/web/local/preferences.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import classes from '../network.module.css';
import { PointMap } from '../point-map.tsx';
import { ManyPincodes } from './many-pincodes.tsx';
import { pincodeContract } from './pincode.contract.ts';
import { reasons } from './pincode-reasons.ts';

type Found = OutputOf<typeof pincodeContract.lookup>;

/** A parent names a pincode: who answers, in order, and why. */
export function PincodeService() {
  return (
    <PageFrame title="Pincode service">
      <PageTabs
        tabs={[
          { value: 'one', label: 'One pincode', content: <OnePincode /> },
          { value: 'many', label: 'Many at once', content: <ManyPincodes /> },
        ]}
      />
    </PageFrame>
  );
}

const MOST_RECENT = 8;

/** The pincode stands in the address, so it can be shared; Enter looks up and marks the field for the next one. */
function OnePincode() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('pincode') ?? '';
  const [typed, setTyped] = useState(asked);
  const [problem, setProblem] = useState<string | null>(null);
  const [recent, setRecent] = usePreference<readonly string[]>('pincode:recent', []);
  const input = useRef<HTMLInputElement>(null);
  const look = (pincode: string) => {
    setTyped(pincode);
    setProblem(null);
    setRecent([pincode, ...recent.filter((one) => one !== pincode)].slice(0, MOST_RECENT));
    setParams({ pincode });
    input.current?.select();
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    const pincode = typed.replace(/\s/g, '');
    if (!PINCODE.test(pincode)) return setProblem('Six digits, the first not 0');
    look(pincode);
  };
  return (
    <Stack gap="lg">
      <form onSubmit={search} noValidate>
        <Group align="flex-start">
          <TextInput
            ref={input}
            size="lg"
            label="Pincode"
            inputMode="numeric"
            maxLength={7}
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={problem}
          />
          <Button type="submit" size="lg" mt={28}>
            Look up
          </Button>
        </Group>
      </form>
      {recent.length > 0 ? (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            Recent searches
          </Text>
          {recent.map((one) => (
            <Button
              key={one}
              size="compact-sm"
              variant={one === asked ? 'light' : 'default'}
              onClick={() => look(one)}
            >
              {one}
            </Button>
          ))}
        </Group>
      ) : null}
      {PINCODE.test(asked) ? (
        <Answer pincode={asked} look={look} />
      ) : (
        <EmptyState
          title="Which pincode?"
          help="Type six digits to see the centres that serve it, the nearest first."
        />
      )}
    </Stack>
  );
}

function Answer({ pincode, look }: { pincode: string; look: (pincode: string) => void }) {
  const query = useQuery(pincodeContract.lookup, { pincode });
  const near = query.error?.code === 'pincode.unknown' ? String(query.error.details?.['near'] ?? '') : '';
  if (query.error?.code === 'pincode.unknown')
    return (
      <Section title={query.error.message}>
        {near ? (
          <Group gap="xs">
            <Text c="dimmed">Did you mean</Text>
            {near.split(', ').map((one) => (
              <Button key={one} size="compact-sm" variant="default" onClick={() => look(one)}>
                {one}
              </Button>
            ))}
          </Group>
        ) : (
          <Text c="dimmed">No similar pincodes.</Text>
        )}
      </Section>
    );
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return <QueryState query={query}>{(found) => <Found found={found} />}</QueryState>;
}

function Found({ found }: { found: Found }) {
  const drawn = [
    ...(found.lat !== null && found.lng !== null
      ? [
          {
            key: 'asked',
            lat: found.lat,
            lng: found.lng,
            label: found.pincode,
            tone: 'brand' as const,
            size: 8,
            name: found.pincode,
          },
        ]
      : []),
    ...found.centres.flatMap((centre) =>
      centre.lat === null || centre.lng === null
        ? []
        : [
            {
              key: String(centre.franchiseeId),
              lat: centre.lat,
              lng: centre.lng,
              label: centre.label,
              tone: 'success' as const,
              size: 7,
              name: centre.label,
            },
          ],
    ),
  ];
  const place = [found.district, found.stateName].filter(Boolean).join(', ');
  return (
    <div className={drawn.length > 1 ? classes.mapSplit : undefined}>
      <Stack gap="lg">
        <Section title={`${found.pincode} · ${place}`}>
          <Stack gap="lg">
            {found.centres.map((centre, index) => (
              <CentreAnswer
                key={centre.franchiseeId}
                centre={centre}
                place={index + 1}
                pincode={found.pincode}
              />
            ))}
          </Stack>
        </Section>
        {found.notRouted.length > 0 ? (
          <Section title="Not asked, and why">
            <Stack gap="xs">
              {found.notRouted.map((one) => (
                <Text key={one.franchiseeId} size="sm">
                  {one.label}
                  {one.distanceKm === null ? '' : ` · ${one.distanceKm} km`}{' '}
                  <span className="quiet">{one.why}</span>
                </Text>
              ))}
            </Stack>
          </Section>
        ) : null}
      </Stack>
      <Stack gap="lg">
        {drawn.length > 1 ? (
          <Section title="On the map">
            <PointMap label={`Centres near ${found.pincode}`} points={drawn} />
          </Section>
        ) : null}
        <Section title="Post offices" help={`${formatCount(found.offices.length)} offices use this pincode.`}>
          <Text size="sm">
            {found.offices.map((office) => office.name).join(' · ') || 'None in the directory.'}
          </Text>
        </Section>
      </Stack>
    </div>
  );
}

function CentreAnswer({
  centre,
  place,
  pincode,
}: {
  centre: Found['centres'][number];
  place: number;
  pincode: string;
}) {
  const reason = reasons[centre.reason];
  return (
    <Group justify="space-between" align="flex-start">
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Text style={{ flex: 'none' }} fw={600} className="figures">
          {place}.
        </Text>
        <div>
          <Text fw={600}>{centre.label}</Text>
          <Group gap="xs">
            <Tag tone={reason.tone}>{reason.text}</Tag>
            {centre.priority === null ? null : <Tag tone="neutral">{`priority ${centre.priority}`}</Tag>}
            {centre.seatsLeft === null ? null : (
              <Tag tone={centre.seatsLeft > 0 ? 'info' : 'warning'}>
                {centre.seatsLeft === 1 ? '1 seat left' : `${formatCount(centre.seatsLeft)} seats left`}
              </Tag>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {[
              centre.distanceKm !== null && `${centre.distanceKm} km`,
              centre.opensAt &&
                centre.closesAt &&
                `${formatClock(centre.opensAt)} – ${formatClock(centre.closesAt)}`,
              centre.address,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
      </Group>
      <Group gap="md">
        {centre.phone ? <PhoneText phone={centre.phone} /> : null}
        {centre.mine && centre.reason !== 'HEAD_OFFICE' ? (
          <Anchor
            component={Link}
            to={`/forms/enquiry-form?pincode=${pincode}&franchiseeId=${centre.franchiseeId}`}
          >
            Start enquiry here
          </Anchor>
        ) : null}
      </Group>
    </Group>
  );
}
