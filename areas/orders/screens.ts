import { screens } from '@aangan/contract/screens.ts';
import { catalogueRecordScreens, catalogueScreens } from './catalogue/catalogue-screens.ts';
import { mappingScreens } from './mapping/mapping-screens.ts';

export const ordersScreens = screens('orders', 'Orders', { ...catalogueScreens, ...mappingScreens }, [
  ...catalogueRecordScreens,
]);
