import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { PINCODE } from '@aangan/contract/india.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatClock, formatCount } from '@aangan/web/format.ts';
import { usePreference } from '@aangan/web/local/preferences.ts';
import { toCsv } from '@aangan/web/record/import-file.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Stack, Table, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import classes from '../network.module.css';
import { PointMap } from '../point-map.tsx';
import { pincodeContract } from './pincode.contract.ts';

type Found = OutputOf<typeof pincodeContract.lookup>;

const reasons = {
  EXCLUSIVE: { tone: 'success', text: 'Exclusive' },
  TERRITORY: { tone: 'success', text: 'Serves this pincode' },
  NEAR: { tone: 'info', text: 'Near' },
  HEAD_OFFICE: { tone: 'neutral', text: 'No centre yet' },
} as const;

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
            Asked lately
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
          <Text c="dimmed">Nothing begins like it either.</Text>
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
            named: true,
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
              named: true,
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
        <Text fw={600} className="figures">
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

/** Up to 500 pincodes pasted from anywhere, with the first centre of each. */
function ManyPincodes() {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const query = useQuery(pincodeContract.lookupMany, { pincodes: asked }, { enabled: asked.length >= 6 });
  const rows = query.data?.rows ?? [];
  const save = () =>
    saveBlob(
      new Blob(
        [
          toCsv([
            ['Pincode', 'District', 'Centre', 'Distance km', 'Why'],
            ...rows.map((row) => [
              row.pincode,
              row.district ?? '',
              row.label ?? '',
              String(row.distanceKm ?? ''),
              row.reason ? reasons[row.reason].text : (row.problem ?? ''),
            ]),
          ]),
        ],
        { type: 'text/csv' },
      ),
      'pincodes.csv',
    );
  useEffect(() => {
    if (query.error) setAsked('');
  }, [query.error]);
  return (
    <Stack gap="lg">
      <Textarea
        label="Pincodes"
        description="Paste up to 500, with spaces, commas or lines between"
        minRows={4}
        autosize
        maxRows={10}
        value={typed}
        maxLength={4000}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group>
        <Button
          disabled={typed.trim().length < 6}
          loading={query.isFetching}
          onClick={() => setAsked(typed.trim())}
        >
          Look up
        </Button>
        {rows.length > 0 ? (
          <Button variant="default" onClick={save}>
            Download
          </Button>
        ) : null}
      </Group>
      {rows.length > 0 ? (
        <Section title={`${formatCount(rows.length)} pincodes`} flush>
          <Table.ScrollContainer minWidth={520}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Pincode</Table.Th>
                  <Table.Th>District</Table.Th>
                  <Table.Th>Centre</Table.Th>
                  <Table.Th>Distance</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.pincode}>
                    <Table.Td className="figures">{row.pincode}</Table.Td>
                    <Table.Td>{row.district ?? <span className="quiet">–</span>}</Table.Td>
                    <Table.Td>{row.label ?? <span className="quiet">{row.problem}</span>}</Table.Td>
                    <Table.Td className="figures">
                      {row.distanceKm === null ? '' : `${row.distanceKm} km`}
                    </Table.Td>
                    <Table.Td>
                      {row.reason ? (
                        <Tag tone={reasons[row.reason].tone}>{reasons[row.reason].text}</Tag>
                      ) : null}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Section>
      ) : null}
    </Stack>
  );
}
