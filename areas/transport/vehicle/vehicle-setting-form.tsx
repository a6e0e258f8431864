// /transport/vehicle-settings/add and /edit/{settingID}.
import { todayIst } from '@aangan/contract/period.ts';
import type { RowOf } from '@aangan/contract/record.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { Field, type FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { HUNDREDTHS, type SettingKey, type SettingName, settingBounds, settingKeys } from './setting-keys.ts';
import { vehicleSettingContract as contract } from './vehicle-setting.contract.ts';
import { vehicleSetting } from './vehicle-setting.record.ts';

type Row = RowOf<typeof vehicleSetting.fields>;
const LIST = '/transport/vehicle-settings';
const crumbs = [{ label: 'Vehicle settings', to: LIST }];
const isKey = (name: unknown): name is SettingName => typeof name === 'string' && name in settingKeys;

/** A number with its unit, or On and Off, as the chosen setting asks. */
function ValueOf({ of, ...props }: FieldProps & { of: SettingName | null }) {
  const model = useFormModel();
  const today = useQuery(contract.effective, {});
  const chosen = of ?? model.values['key'];
  if (!isKey(chosen)) return <Field {...props} help="Choose the setting first" disabled />;
  const key: SettingKey = settingKeys[chosen];
  const bounds = today.data?.rows.find((row) => row.key === chosen)?.bounds ?? settingBounds(chosen, null);
  const help = `Allowed: ${bounds}`;
  if (key.kind === 'SWITCH')
    return (
      <Field
        {...props}
        kind="choice"
        help={help}
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
      />
    );
  if (key.unit === HUNDREDTHS) {
    // Kept as text like every other value, and written as the per cent it is.
    const { name } = props;
    const kept = model.values[name];
    return (
      <FieldInput
        kind="percent"
        name={name}
        label="Value"
        help={help}
        value={typeof kept === 'string' && kept !== '' ? Number(kept) : null}
        onChange={(value) => model.set(name, typeof value === 'number' ? String(value) : '')}
        error={model.errors[name]}
      />
    );
  }
  return <Field {...props} label={`Value (${key.unit})`} help={help} />;
}

const AnyValue = (props: FieldProps) => <ValueOf {...props} of={null} />;

export function VehicleSettingForm() {
  const { settingID } = useParams();
  const [key] = useParam('key');
  const navigate = useNavigate();
  const onDone = () => void navigate(LIST);
  if (settingID) return <Change key={settingID} id={settingID} onDone={onDone} />;
  return (
    <PageFrame title="Add vehicle setting" context="centre" crumbs={crumbs}>
      <CommandForm
        of={contract.add}
        refresh={['vehicle-setting', 'vehicle']}
        start={{ fromOn: todayIst(Date.now()), ...(isKey(key) ? { key } : {}) }}
        fields={{ value: { as: AnyValue } }}
        confirm="Add setting"
        done="Saved."
        onDone={onDone}
      />
    </PageFrame>
  );
}

function Change({ id, onDone }: { id: string; onDone: () => void }) {
  const query = useQuery(vehicleSetting.endpoints.get, { id }, { fresh: 0 });
  return (
    <PageFrame title="Vehicle setting" context="centre" crumbs={crumbs}>
      <QueryState query={query}>{(found) => <ChangeForm row={found as Row} onDone={onDone} />}</QueryState>
    </PageFrame>
  );
}

function ChangeForm({ row, onDone }: { row: Row; onDone: () => void }) {
  // One component for as long as the form stands: a new one would lose what is typed.
  const Value = useMemo(() => (props: FieldProps) => <ValueOf {...props} of={row.key} />, [row.key]);
  return (
    <CommandForm
      of={contract.change}
      groups={[{ title: settingKeys[row.key].label, names: ['value', 'fromOn', 'note'] }]}
      refresh={['vehicle-setting', 'vehicle']}
      start={{ id: String(row.id), value: row.value, fromOn: row.fromOn, note: row.note }}
      ifMatch={row.version}
      fields={{ value: { as: Value } }}
      confirm="Save setting"
      done="Saved."
      onDone={onDone}
    />
  );
}
