import { formatTime } from '@aangan/web/format.ts';
import { texts, useText } from '@aangan/web/text/text.tsx';
import { Text } from '@mantine/core';
import { RouteMap } from '../route/route-map.tsx';
import type { ChildRide } from './child-bus.contract.ts';

const words = texts({ bus: 'Bus at', map: 'Where the bus is' }, { bus: 'बस', map: 'बस कहाँ है' });
const AROUND_M = 80;

/** The bus with the child on it, and where it goes. */
export function BusMap({ bus }: { bus: NonNullable<ChildRide['bus']> }) {
  const t = useText(words);
  return (
    <>
      <RouteMap label={t('map')} lines={[]} centre={bus.to} chosen={{ ...bus, radiusM: AROUND_M }} />
      <Text size="sm" c="dimmed">
        {`${t('bus')} ${formatTime(bus.at)}`}
      </Text>
    </>
  );
}
