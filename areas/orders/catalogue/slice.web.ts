import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { kit2Amount } from '../kit2-amount/kit2-amount.record.ts';

export const catalogueLoads = {
  '/retailer-margin/product/list-of-product-retail-margin': () =>
    import('../margin/product-list.tsx').then((m) => m.ProductList),
  '/retailer-margin/update-product/{productID}': () =>
    import('./product-screen.tsx').then((m) => m.ProductScreen),
  '/retailer-margin/upload-product': () => import('./upload-products.tsx').then((m) => m.UploadProducts),
  '/retailer-margin/product/approved-product/{current}': () =>
    import('../margin/approved-products.tsx').then((m) => m.ApprovedProducts),
};
export const catalogueRecordLoads = [
  recordLoads(kit2Amount, {
    list: () => import('../kit2-amount/kit2-amount-list.tsx').then((m) => m.Kit2AmountList),
  }),
];
