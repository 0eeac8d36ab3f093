! Cholesky's factors of two column-major matrices by libpirch-batched, through
! Fortran's interface to C. gfortran factor.f90 -lpirch-batched -lpirch
program factor
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function dpotrf_batch(order, triangle, n, a, lda, stride_a, &
        info, batch, num_threads) bind(c, name="pirch_dpotrf_batch_strided")
      import
      integer(c_int), value :: order, triangle, num_threads
      integer(c_int64_t), value :: n, lda, stride_a, batch
      real(c_double), intent(inout) :: a(*)
      integer(c_int32_t), intent(out) :: info(*)
    end function
  end interface
  integer(c_int), parameter :: column_major = 102, lower = 122
  real(c_double) :: a(2, 2, 2)
  integer(c_int32_t) :: info(2)

  a(:, :, 1) = reshape([4d0, 2d0, 2d0, 10d0], [2, 2])
  a(:, :, 2) = reshape([1d0, 2d0, 2d0, 1d0], [2, 2])
  if (dpotrf_batch(column_major, lower, 2_c_int64_t, a, 2_c_int64_t, &
      4_c_int64_t, info, 2_c_int64_t, 1_c_int) /= 0) stop 1
  print '(3f6.2)', a(1, 1, 1), a(2, 1, 1), a(2, 2, 1)
  print '(a, i2)', "not positive:", info(2)
end program
