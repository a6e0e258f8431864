// Rows of children who are here already, with what of them is blank here.
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type DryRunOutcome, MAX_MATCHED } from './enquiry-upload.contract.ts';

type Matched = DryRunOutcome['matched'][number];

const fillsText = ({ fills, ambiguous }: Matched): string =>
  ambiguous
    ? 'More than one child of the family could be meant'
    : fills.length > 0
      ? fills.join(', ')
      : 'Nothing: all of it is here';

export function MatchedRows({ checked: { matched } }: { checked: DryRunOutcome }) {
  return (
    <Section
      title="Here already"
      help="The enquiry that each row means, and what it would fill. What stands there is never replaced."
      flush
    >
      <Table.ScrollContainer minWidth={280}>
        <Table horizontalSpacing="sm" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Child</Table.Th>
              <Table.Th>Would fill</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {matched.map((one) => (
              <Table.Tr key={one.row}>
                <Table.Td className="figures">{one.row}</Table.Td>
                <Table.Td>
                  {one.childName}
                  <br />
                  <Anchor
                    component={Link}
                    to={`/forms/edit/${one.enquiryCode}`}
                    target="_blank"
                    className="figures"
                  >
                    <span style={{ whiteSpace: 'nowrap' }}>{one.enquiryCode}</span>
                  </Anchor>
                </Table.Td>
                <Table.Td>{fillsText(one)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {matched.length === MAX_MATCHED && <Text p="md">The first {MAX_MATCHED} are shown.</Text>}
    </Section>
  );
}
