import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { toCsv } from '@aangan/web/record/import-file.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Stack, Table, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pincodeContract } from './pincode.contract.ts';
import { reasons } from './pincode-reasons.ts';

/** Up to 500 pincodes pasted from anywhere, with the first centre of each. */
export function ManyPincodes() {
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
        maw={640}
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
