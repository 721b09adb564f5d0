h=Hash.new{|hh,k|hh[k]=[]}; 3000.times{|i| h[i%31]<<i}; puts h.map{|k,v|[k,v.sum]}.sort.first(4).inspect
S=Struct.new(:a,:b); puts (1..50).map{|i|S.new(i,i*7%50)}.sort_by(&:b).first(3).map(&:a).inspect; puts "abc".chars.permutation.count; l=java.util.ArrayList.new([1,2,3]); l.each{|x| puts x}
