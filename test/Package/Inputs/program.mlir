// The products of sixteen pairs of matrices and a softmax over their rows are
// batches; the sum of all that comes out is none.
func.func @main() -> f64 {
  %zero = arith.constant 0.0 : f64
  %left = arith.constant dense<0.5> : tensor<16x4x4xf64>
  %right = arith.constant dense<2.0> : tensor<16x4x4xf64>
  %empty = tensor.empty() : tensor<16x4x4xf64>
  %first = linalg.fill ins(%zero : f64) outs(%empty : tensor<16x4x4xf64>) -> tensor<16x4x4xf64>
  %product = linalg.batch_matmul ins(%left, %right : tensor<16x4x4xf64>, tensor<16x4x4xf64>)
                                 outs(%first : tensor<16x4x4xf64>) -> tensor<16x4x4xf64>
  %into = tensor.empty() : tensor<16x4x4xf64>
  %shares = linalg.softmax dimension(2) ins(%product : tensor<16x4x4xf64>) outs(%into : tensor<16x4x4xf64>) -> tensor<16x4x4xf64>
  %scalar = tensor.empty() : tensor<f64>
  %begin = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %sum = linalg.reduce { arith.addf } ins(%shares : tensor<16x4x4xf64>)
                       outs(%begin : tensor<f64>) dimensions = [0, 1, 2]
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}
