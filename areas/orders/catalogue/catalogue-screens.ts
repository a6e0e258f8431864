import { recordScreens } from '@aangan/contract/screens.ts';
import { kit2Amount } from '../kit2-amount/kit2-amount.record.ts';
import { ordersModules as m } from '../modules.ts';

export const catalogueScreens = {
  '/retailer-margin/product/list-of-product-retail-margin': {
    title: 'Products and margin',
    module: m.ProductRetailerMargin,
  },
  '/retailer-margin/update-product/{productID}': {
    title: 'Product',
    module: m.ProductRetailerMargin,
    write: true,
  },
  '/retailer-margin/upload-product': {
    title: 'Upload products',
    module: m.ProductRetailerMargin,
    write: true,
  },
  '/retailer-margin/product/approved-product/{current}': {
    title: 'Approved products',
    module: m.ProductRetailerMargin,
  },
} as const;
export const catalogueRecordScreens = recordScreens(kit2Amount);
