import { newId } from '@aangan/web/api/new-id.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { ActionIcon, Box, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import {
  type ComponentBody,
  type FeeTypeChoice,
  type PlanBody,
  withAmount,
  withoutComponent,
} from './plan-draft.ts';

const prorations = [
  { value: 'NONE', label: 'Whole, whenever a child joins' },
  { value: 'CALENDAR_DAYS', label: 'By calendar days' },
  { value: 'SERVICE_DAYS', label: 'By working days' },
  { value: 'MONTH_BANDS', label: 'By half months' },
  { value: 'INSTALMENT_BANDS', label: 'By month of the instalment' },
];
const bases = [
  { value: 'NET', label: 'On the net fee' },
  { value: 'GROSS', label: 'On the full fee' },
  { value: 'NONE', label: 'No royalty' },
];

interface ComponentRowsProps {
  body: PlanBody;
  types: ReadonlyMap<string, FeeTypeChoice>;
  editable: boolean;
  onChange: (body: PlanBody) => void;
}

/** Fee type and amount of every component; a changed amount keeps the proportions of its instalments. */
export function ComponentRows({ body, types, editable, onChange }: ComponentRowsProps) {
  const free = [...types.values()].filter((type) => !['LATE_FEE', 'BOUNCE'].includes(type.componentKind));
  const add = (feeTypeId: string) => {
    const type = types.get(feeTypeId);
    if (!type) return;
    const component: ComponentBody = {
      id: newId(),
      feeTypeId,
      amount: 0,
      taxInclusive: true,
      royaltyBp: null,
      royaltyBase: type.royaltyBase,
      proration: 'NONE',
      optional: false,
    };
    onChange({ ...body, components: [...body.components, component] });
  };
  const set = (id: string, change: Partial<ComponentBody>) =>
    onChange({ ...body, components: body.components.map((c) => (c.id === id ? { ...c, ...change } : c)) });
  const move = (index: number, by: -1 | 1) => {
    const components = [...body.components];
    const [one] = components.splice(index, 1);
    if (one) components.splice(index + by, 0, one);
    onChange({ ...body, components });
  };
  return (
    <Section
      title="Components"
      help="What the plan is made of. Prices include tax where the fee type has one."
    >
      <Stack gap="sm">
        {body.components.map((c, index) => {
          const type = types.get(c.feeTypeId);
          return (
            <Group key={c.id} align="flex-end" gap="sm" wrap="wrap">
              <Stack gap={0} style={{ minWidth: 120, flex: '1 1 120px' }}>
                <Text size="sm" fw={600}>
                  {type?.name ?? 'Fee type'}
                </Text>
                <Text size="xs" c="dimmed">
                  {type?.oneTime ? 'once, in the first instalment' : 'in instalments'}
                </Text>
              </Stack>
              <Box style={{ flex: '1 1 120px' }}>
                <FieldInput
                  kind="money"
                  name={`amount-${c.id}`}
                  label="Amount"
                  min={0}
                  disabled={!editable}
                  value={c.amount}
                  onChange={(value) =>
                    onChange(withAmount(body, c.id, Number(value ?? 0), type?.oneTime ?? false))
                  }
                />
              </Box>
              <Box style={{ flex: '1 1 150px' }}>
                <FieldInput
                  kind="choice"
                  name={`royalty-${c.id}`}
                  label="Royalty"
                  options={bases}
                  disabled={!editable}
                  value={c.royaltyBase}
                  onChange={(value) => set(c.id, { royaltyBase: value as 'NET' })}
                />
              </Box>
              <Box style={{ flex: '1 1 180px' }}>
                <FieldInput
                  kind="choice"
                  name={`proration-${c.id}`}
                  label="For late joiners"
                  options={prorations}
                  disabled={!editable || type?.oneTime === true}
                  value={c.proration ?? 'NONE'}
                  onChange={(value) => set(c.id, { proration: value as 'NONE' })}
                />
              </Box>
              <FieldInput
                kind="boolean"
                name={`optional-${c.id}`}
                label="Optional"
                disabled={!editable}
                value={c.optional ?? false}
                onChange={(value) => set(c.id, { optional: value === true })}
              />
              {editable ? (
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Move ${type?.name ?? 'component'} up`}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <IconArrowUp {...icon} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Move ${type?.name ?? 'component'} down`}
                    disabled={index === body.components.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <IconArrowDown {...icon} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="danger"
                    aria-label={`Remove ${type?.name ?? 'component'}`}
                    onClick={() => onChange(withoutComponent(body, c.id))}
                  >
                    <IconTrash {...icon} />
                  </ActionIcon>
                </Group>
              ) : null}
            </Group>
          );
        })}
        {body.components.length === 0 ? (
          <Text size="sm" c="dimmed">
            No component yet.
          </Text>
        ) : null}
        {editable ? (
          <FieldInput
            key={body.components.length}
            kind="choice"
            name="addComponent"
            label="Add a component"
            placeholder="Choose a fee type"
            optional
            options={free.map((type) => ({ value: type.id, label: type.name }))}
            value={null}
            onChange={(value) => {
              if (typeof value === 'string') add(value);
            }}
          />
        ) : null}
      </Stack>
    </Section>
  );
}
